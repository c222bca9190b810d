package io.counterfoil.servlet;

import org.junit.jupiter.api.Tag;

@Tag("jdk21")
class JettyTransactionalModeOnVirtualThreadsTest extends ServletContract {

    JettyTransactionalModeOnVirtualThreadsTest() {
        super(Container.JETTY, true, Mode.TRANSACTIONAL);
    }
}
