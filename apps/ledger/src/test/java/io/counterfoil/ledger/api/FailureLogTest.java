package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.counterfoil.correlation.CorrelationId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.apache.catalina.connector.ClientAbortException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** What many clients can bring about at will leaves no stack trace each in the log. */
@Timeout(600)
@Isolated("captures log lines, which the start of another application would switch off")
class FailureLogTest {

    private static final int POOL = 10;

    @RegisterExtension
    static final SharedService SERVICE = SharedService.crowded();

    private final Api api = SERVICE.api();
    private final String work = CorrelationId.fresh().value();
    private final Logger own = (Logger) LoggerFactory.getLogger("io.counterfoil");
    private final Level level = own.getLevel();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent event) {
            // Else its MDC is that of the thread that asks.
            event.prepareForDeferredProcessing();
            super.append(event);
        }
    };

    @BeforeEach
    void listen() {
        lines.start();
        own.addAppender(lines);
        own.setLevel(Level.DEBUG);
    }

    @AfterEach
    void stopListening() {
        own.setLevel(level);
        own.detachAppender(lines);
    }

    /** What the service said of this test's requests, at this level or above. */
    private List<ILoggingEvent> logged(Level least) {
        return List.copyOf(lines.list).stream()
                .filter(line -> line.getLevel().isGreaterOrEqual(least))
                .filter(line ->
                        line.getMDCPropertyMap().getOrDefault("corr_id", "").startsWith(work))
                .toList();
    }

    @Test
    void keyedRequest_withoutAConnection_isUnexecutedAndLoggedOnce() throws Exception {
        Call open = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats")
                .key(Api.fresh())
                .correlation(work);
        Reply refused;
        try (AllConnections taken = AllConnections.take()) {
            refused = taken.meanwhile(open).isOriginal();
        }

        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.json().get("detail").stringValue())
                .isEqualTo("the request was not executed; it can safely be sent again");
        assertThat(logged(Level.WARN)).singleElement().satisfies(line -> {
            assertThat(line.getFormattedMessage())
                    .contains("before the request was executed", "Connection is not available");
            assertThat(line.getThrowableProxy()).isNull();
        });
        open.created().isOriginal();
    }

    @Test
    void requestWithoutAKey_withoutAFreeConnection_isOneLine() throws Exception {
        String ledger = api.ledger(1);
        try (AllConnections taken = AllConnections.take()) {
            taken.meanwhile(api.get("/v1/ledgers/" + ledger).correlation(work));
            taken.meanwhile(api.transaction(ledger, Api.fresh(), -1).correlation(work));
        }

        assertThat(logged(Level.WARN)).hasSize(2).allSatisfy(line -> {
            assertThat(line.getFormattedMessage()).contains("Connection is not available");
            assertThat(line.getThrowableProxy()).isNull();
        });
    }

    @Test
    void clientThatHangsUp_isNoError() {
        ClientAbortException gone = new ClientAbortException(new IOException("Broken pipe"));

        assertThat(new ApiExceptionHandler().unexpected(new UncheckedIOException(gone)))
                .isNull();

        assertThat(List.copyOf(lines.list))
                .filteredOn(line -> line.getLoggerName().equals(ApiExceptionHandler.class.getName()))
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.getLevel()).isEqualTo(Level.DEBUG);
                    assertThat(line.getThrowableProxy()).isNull();
                });
    }

    /** All connections to the database that the service can have, in use until this is closed. */
    private static final class AllConnections implements AutoCloseable {

        private final List<Connection> connections = new ArrayList<>();

        static AllConnections take() {
            AllConnections all = new AllConnections();
            DataSource pool = SERVICE.running().bean(DataSource.class);
            await().atMost(Duration.ofMinutes(5)).until(() -> {
                try {
                    all.connections.add(pool.getConnection());
                } catch (SQLTransientConnectionException inUse) {
                    return false;
                }
                return all.connections.size() == POOL;
            });
            return all;
        }

        Reply meanwhile(Call call) {
            return call.refused(503, "store-unavailable");
        }

        @Override
        public void close() throws SQLException {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }
}
