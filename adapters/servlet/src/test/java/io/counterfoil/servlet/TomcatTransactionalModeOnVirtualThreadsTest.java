package io.counterfoil.servlet;

class TomcatTransactionalModeOnVirtualThreadsTest extends ServletContract {

    TomcatTransactionalModeOnVirtualThreadsTest() {
        super(Container.TOMCAT, true, Mode.TRANSACTIONAL);
    }
}
