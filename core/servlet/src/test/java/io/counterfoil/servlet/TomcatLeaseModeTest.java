package io.counterfoil.servlet;

class TomcatLeaseModeTest extends ServletContract {

    TomcatLeaseModeTest() {
        super(Container.TOMCAT, false, Mode.LEASES);
    }
}
