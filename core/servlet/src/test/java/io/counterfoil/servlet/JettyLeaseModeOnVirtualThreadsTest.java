package io.counterfoil.servlet;

import org.junit.jupiter.api.Tag;

@Tag("jdk21")
class JettyLeaseModeOnVirtualThreadsTest extends ServletContract {

    JettyLeaseModeOnVirtualThreadsTest() {
        super(Container.JETTY, true, Mode.LEASES);
    }
}
