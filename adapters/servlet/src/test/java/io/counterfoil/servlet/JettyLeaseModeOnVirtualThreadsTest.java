package io.counterfoil.servlet;

class JettyLeaseModeOnVirtualThreadsTest extends ServletContract {

    JettyLeaseModeOnVirtualThreadsTest() {
        super(Container.JETTY, true, Mode.LEASES);
    }
}
