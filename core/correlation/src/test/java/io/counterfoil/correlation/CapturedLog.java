package io.counterfoil.correlation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The lines of one logger, each with the MDC as it was when the line was written. */
final class CapturedLog implements AutoCloseable {

    private final List<ILoggingEvent> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final @Nullable Level levelBefore;
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            // Reads the MDC now, as an appender that writes does: an event reads it when first asked.
            event.prepareForDeferredProcessing();
            lines.add(event);
        }
    };

    private CapturedLog(Logger logger) {
        this.logger = logger;
        this.levelBefore = logger.getLevel();
        appender.start();
        logger.addAppender(appender);
    }

    static CapturedLog of(Class<?> owner) {
        return new CapturedLog((Logger) LoggerFactory.getLogger(owner));
    }

    void threshold(Level level) {
        logger.setLevel(level);
    }

    List<ILoggingEvent> lines() {
        return lines;
    }

    /** Message and the id in the MDC, for each line. */
    List<String> messages() {
        return lines.stream()
                .map(line -> corrId(line) + ": " + line.getFormattedMessage())
                .toList();
    }

    static @Nullable String corrId(ILoggingEvent line) {
        return line.getMDCPropertyMap().get("corr_id");
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(levelBefore);
    }
}
