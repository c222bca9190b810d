package io.counterfoil.servlet;

import org.junit.jupiter.api.Tag;

@Tag("jdk21")
class TomcatTransactionalModeOnVirtualThreadsTest extends ServletContract {

    TomcatTransactionalModeOnVirtualThreadsTest() {
        super(Container.TOMCAT, true, Mode.TRANSACTIONAL);
    }
}
