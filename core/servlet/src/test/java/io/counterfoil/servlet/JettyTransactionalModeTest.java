package io.counterfoil.servlet;

class JettyTransactionalModeTest extends ServletContract {

    JettyTransactionalModeTest() {
        super(Container.JETTY, false, Mode.TRANSACTIONAL);
    }
}
