package io.counterfoil.http;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.slf4j.LoggerFactory;

/** All that is logged while it is open, down to the finest level. */
final class LogLines implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level level = root.getLevel();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    LogLines() {
        lines.start();
        root.setLevel(Level.TRACE);
        root.addAppender(lines);
    }

    /** Messages, arguments and failures, a line each. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (ILoggingEvent event : lines.list) {
            text.append(event.getLevel())
                    .append(' ')
                    .append(event.getFormattedMessage())
                    .append('\n');
            for (var cause = event.getThrowableProxy(); cause != null; cause = cause.getCause()) {
                text.append(cause.getMessage()).append('\n');
            }
        }
        return text.toString();
    }

    @Override
    public void close() {
        root.detachAppender(lines);
        root.setLevel(level);
    }
}
