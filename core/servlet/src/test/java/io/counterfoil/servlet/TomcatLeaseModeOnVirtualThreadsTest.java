package io.counterfoil.servlet;

import org.junit.jupiter.api.Tag;

@Tag("jdk21")
class TomcatLeaseModeOnVirtualThreadsTest extends ServletContract {

    TomcatLeaseModeOnVirtualThreadsTest() {
        super(Container.TOMCAT, true, Mode.LEASES);
    }
}
