package io.counterfoil.jdbc.messaging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.signals.IdempotencyKeyScope;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What receivers of control signals log in this thread while it is open, from INFO on: other classes' tests run beside. */
final class ReceiverLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.counterfoil.signals.receiver");
    private final Thread thread = Thread.currentThread();
    private final List<Line> lines = new CopyOnWriteArrayList<>();

    /** A line, with the two IDs of its MDC; "none" where it has none. */
    record Line(String correlationId, String idempotencyKey, Level level, String message) {}

    ReceiverLog() {
        start();
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        logger.addAppender(this);
    }

    List<Line> lines() {
        return List.copyOf(lines);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (Thread.currentThread() != thread) {
            return;
        }
        lines.add(new Line(
                event.getMDCPropertyMap().getOrDefault(Correlation.MDC_KEY, "none"),
                event.getMDCPropertyMap().getOrDefault(IdempotencyKeyScope.MDC_KEY, "none"),
                event.getLevel(),
                event.getFormattedMessage()));
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setAdditive(true);
        logger.setLevel(null);
    }
}
