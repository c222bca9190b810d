package io.counterfoil.contextpropagation;

import io.counterfoil.correlation.Correlation;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.jspecify.annotations.Nullable;

/** Every line that Log4j 2 writes, with the correlation id that stands in its thread context, until it is closed. */
final class LogLines implements AutoCloseable {

    /** @param id the value of {@code corr_id}, null without one */
    record Line(String text, @Nullable String id) {}

    private final Queue<Line> lines = new ConcurrentLinkedQueue<>();
    private final Appender appender = new Appender();
    private final Logger root = (Logger) LogManager.getRootLogger();

    LogLines() {
        appender.start();
        root.addAppender(appender);
    }

    List<Line> all() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        root.removeAppender(appender);
    }

    private final class Appender extends AbstractAppender {

        Appender() {
            super("lines of a test", null, null, false, Property.EMPTY_ARRAY);
        }

        @Override
        public void append(LogEvent event) {
            String id = event.getContextData().getValue(Correlation.MDC_KEY);
            lines.add(new Line(event.getMessage().getFormattedMessage(), id));
        }
    }
}
