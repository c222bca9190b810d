package io.counterfoil.servlet;

class TomcatPostgresTransactionalModeTest extends ServletContract {

    TomcatPostgresTransactionalModeTest() {
        super(Container.TOMCAT, false, Mode.TRANSACTIONAL_ON_POSTGRES);
    }
}
