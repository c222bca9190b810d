package io.counterfoil.servlet;

class TomcatLeaseModeOnVirtualThreadsTest extends ServletContract {

    TomcatLeaseModeOnVirtualThreadsTest() {
        super(Container.TOMCAT, true, Mode.LEASES);
    }
}
