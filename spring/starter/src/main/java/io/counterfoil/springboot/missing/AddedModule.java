package io.counterfoil.springboot.missing;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** A module that the starter does not bring. It is recognized by the name of one of its classes. */
enum AddedModule {
    IDS("counterfoil-spring-ids", "io.counterfoil.springids.TypedIdJdbcConverters"),
    CONSOLE("counterfoil-spring-console", "io.counterfoil.springconsole.ConsolePanel"),
    JACKSON_2("counterfoil-jackson2", "io.counterfoil.jackson2.TypedIdJackson2Module"),
    CLIENT("counterfoil-spring-client", "io.counterfoil.springclient.CorrelatedRequests"),
    CONTEXT_PROPAGATION(
            "counterfoil-context-propagation", "io.counterfoil.contextpropagation.CorrelationThreadLocalAccessor"),
    JDBC_CORRELATION("counterfoil-jdbc-correlation", "io.counterfoil.jdbc.correlation.CorrelatedDataSource");

    private final String artifact;
    private final String className;

    AddedModule(String artifact, String className) {
        this.artifact = artifact;
        this.className = className;
    }

    boolean isMissing(@Nullable ClassLoader loader) {
        return !ClassUtils.isPresent(className, loader);
    }

    String artifact() {
        return artifact;
    }

    /** The line to add, for Maven and for Gradle. */
    String remedy() {
        return ("Add %1$s, in the version of the starter: <dependency><groupId>io.counterfoil</groupId>"
                        + "<artifactId>%1$s</artifactId></dependency> or implementation(\"io.counterfoil:%1$s\").")
                .formatted(artifact);
    }
}
