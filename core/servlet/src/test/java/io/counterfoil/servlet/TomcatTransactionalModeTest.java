package io.counterfoil.servlet;

class TomcatTransactionalModeTest extends ServletContract {

    TomcatTransactionalModeTest() {
        super(Container.TOMCAT, false, Mode.TRANSACTIONAL);
    }
}
