package io.counterfoil.testkit.logging;

import ch.qos.logback.classic.LoggerContext;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.logback.LogbackLoggingSystem;

/**
 * Spring Boot's Logback configuration, serialized among applications. The configuration belongs to the whole JVM: two
 * applications that start concurrently reset each other's configuration, and one of them fails. Enabled by the system
 * property {@code org.springframework.boot.logging.LoggingSystem}.
 *
 * <p>Micrometer's metrics of Logback add and remove a listener of its context outside of any lock, while another application starts. The
 * context iterates over its list of listeners without a copy, so the list is replaced by one that can be changed meanwhile.
 */
public final class SerialLoggingSystem extends LogbackLoggingSystem {

    private static final Object LOCK = new Object();

    static {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        try {
            Field listeners = LoggerContext.class.getDeclaredField("loggerContextListenerList");
            listeners.setAccessible(true);
            listeners.set(context, new CopyOnWriteArrayList<>((List<?>) listeners.get(context)));
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException("Logback's context has another list of listeners", changed);
        }
    }

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
