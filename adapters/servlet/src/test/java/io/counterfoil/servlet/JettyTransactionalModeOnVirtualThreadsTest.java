package io.counterfoil.servlet;

class JettyTransactionalModeOnVirtualThreadsTest extends ServletContract {

    JettyTransactionalModeOnVirtualThreadsTest() {
        super(Container.JETTY, true, Mode.TRANSACTIONAL);
    }
}
