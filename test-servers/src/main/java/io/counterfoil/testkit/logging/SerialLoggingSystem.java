package io.counterfoil.testkit.logging;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.logback.LogbackLoggingSystem;

/**
 * Spring Boot's Logback configuration, serialized among applications. The configuration belongs to the whole JVM: two
 * applications that start concurrently reset each other's configuration, and one of them fails. Enabled by the system
 * property {@code org.springframework.boot.logging.LoggingSystem}.
 */
public final class SerialLoggingSystem extends LogbackLoggingSystem {

    private static final Object LOCK = new Object();

    /** Called by Spring Boot. */
    public SerialLoggingSystem(ClassLoader classLoader) {
        super(classLoader);
    }

    @Override
    public void beforeInitialize() {
        synchronized (LOCK) {
            super.beforeInitialize();
        }
    }

    @Override
    public void initialize(
            LoggingInitializationContext context, @Nullable String configLocation, @Nullable LogFile logFile) {
        synchronized (LOCK) {
            super.initialize(context, configLocation, logFile);
        }
    }

    @Override
    public void cleanUp() {
        synchronized (LOCK) {
            super.cleanUp();
        }
    }
}
