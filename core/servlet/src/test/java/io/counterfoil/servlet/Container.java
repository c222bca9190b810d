package io.counterfoil.servlet;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.util.List;

/** The containers that the filters are proved on. */
enum Container {
    TOMCAT,
    JETTY;

    TestServer start(Servlet servlet, Filter... filters) throws Exception {
        return start(servlet, List.of(filters), false);
    }

    /** The same, where each request has a virtual thread of its own; skips the tests where the JDK has none. */
    TestServer startOnVirtualThreads(Servlet servlet, Filter... filters) throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "the JDK has virtual threads");
        return start(servlet, List.of(filters), true);
    }

    private TestServer start(Servlet servlet, List<Filter> filters, boolean virtual) throws Exception {
        return switch (this) {
            case TOMCAT -> new TomcatServer(servlet, filters, virtual);
            case JETTY -> new JettyServer(servlet, filters, virtual);
        };
    }
}
