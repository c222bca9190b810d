package io.counterfoil.springboot.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.counterfoil.springboot.Events;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** An operator hears of what needs one, with the values to act on, and of nothing else. */
@Isolated("captures log lines, which the start of another application would switch off")
class LoggingIdempotencyListenerTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(LoggingIdempotencyListener.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        logger.setLevel(Level.TRACE);
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    @Test
    void everyWarning_namesTheRequestAndTheToken() {
        Events.all().forEach(new LoggingIdempotencyListener()::on);

        String key = " [request_id=k-1] [client=shop] [operation=POST /book]";
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactlyInAnyOrder(
                        "A write under a lease was rejected, because the lease had been taken over" + key
                                + " [token=7]",
                        "An expired lease was taken over" + key + " [token=7]",
                        "A lease could not be renewed: it was taken over" + key + " [token=7]",
                        "A lease could not be renewed; the next heartbeat retries" + key + " [token=7]",
                        "An execution failed under a lease: its outcome is unknown" + key
                                + " [failure=java.lang.IllegalStateException]",
                        "Unexpected duplicate: a proxy sent a request twice, or two intentions share a key" + key
                                + " [attempt=1] [first_received=2026-01-02T03:04:05Z]",
                        "Counts of duplicates could not be stored; the next flush retries [keys=5]",
                        "Purging expired records failed; the next round runs as scheduled");
        assertThat(lines.list).extracting(ILoggingEvent::getLevel).containsOnly(Level.WARN);
        assertThat(lines.list)
                .filteredOn(line -> line.getThrowableProxy() != null)
                .hasSize(3);
    }
}
