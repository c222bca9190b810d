package io.counterfoil.servlet;

class JettyPostgresLeaseModeTest extends ServletContract {

    JettyPostgresLeaseModeTest() {
        super(Container.JETTY, false, Mode.LEASES_ON_POSTGRES);
    }
}
