package io.counterfoil.testkit.logging;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.slf4j.LoggerFactory;

/**
 * Binds SLF4J before the first test class starts: while one thread binds it, others are given loggers that are not yet the provider's, and
 * test classes that run concurrently ask for Logback's.
 */
public final class LoggingBeforeTests implements LauncherSessionListener {

    /** Called by JUnit. */
    public LoggingBeforeTests() {}

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        LoggerFactory.getILoggerFactory();
    }
}
