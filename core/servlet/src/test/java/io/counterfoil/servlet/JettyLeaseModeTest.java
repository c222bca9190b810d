package io.counterfoil.servlet;

class JettyLeaseModeTest extends ServletContract {

    JettyLeaseModeTest() {
        super(Container.JETTY, false, Mode.LEASES);
    }
}
