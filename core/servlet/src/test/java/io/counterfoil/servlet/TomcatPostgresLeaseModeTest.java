package io.counterfoil.servlet;

class TomcatPostgresLeaseModeTest extends ServletContract {

    TomcatPostgresLeaseModeTest() {
        super(Container.TOMCAT, false, Mode.LEASES_ON_POSTGRES);
    }
}
