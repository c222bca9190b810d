package io.counterfoil.springmessaging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import io.counterfoil.correlation.Correlation;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The lines at WARN and above of a logger whose stack trace has this text, of all that other tests log beside this one. */
public final class Logged implements AutoCloseable {

    private final BlockingQueue<ILoggingEvent> lines = new LinkedBlockingQueue<>();
    private final Logger logger;
    private final @Nullable Level before;
    private final AppenderBase<ILoggingEvent> appender;

    private Logged(Logger logger, String text) {
        this.logger = logger;
        this.before = logger.getLevel();
        this.appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                if (isOf(event.getThrowableProxy(), text)) {
                    // Reads the MDC of the thread that logs.
                    event.prepareForDeferredProcessing();
                    lines.add(event);
                }
            }
        };
        appender.start();
        logger.setLevel(Level.WARN);
        logger.addAppender(appender);
    }

    /**
     * Collects the lines of a logger.
     *
     * @param name of the logger, or of a package with several
     */
    public static Logged by(String name, String text) {
        return new Logged((Logger) LoggerFactory.getLogger(name), text);
    }

    private static boolean isOf(@Nullable IThrowableProxy failure, String text) {
        for (IThrowableProxy cause = failure; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains(text)) {
                return true;
            }
        }
        return false;
    }

    /** The correlation ID of the next line. */
    public Optional<String> next() throws InterruptedException {
        ILoggingEvent line = lines.poll(5, TimeUnit.MINUTES);
        assertThat(line).as("a line with a stack trace").isNotNull();
        return Optional.ofNullable(line.getMDCPropertyMap().get(Correlation.MDC_KEY));
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(before);
    }
}
