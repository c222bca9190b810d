package io.counterfoil.servlet;

class JettyPostgresTransactionalModeTest extends ServletContract {

    JettyPostgresTransactionalModeTest() {
        super(Container.JETTY, false, Mode.TRANSACTIONAL_ON_POSTGRES);
    }
}
