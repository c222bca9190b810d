package io.counterfoil.jdbc.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.messaging.outbox.SetAsideMessage;
import io.counterfoil.testkit.tables.TablesContract;
import io.counterfoil.testkit.tables.TestedDatabase;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The relay on a real PostgreSQL, with a broker that ends its session over a message, and fails all that are on their way beside it. */
@Tag("SG-5")
class RefusedByTheBrokerTest extends TablesContract {

    private static final HikariDataSource POOL = new HikariDataSource();
    private static TestedDatabase database;

    private final List<List<String>> sessions = new CopyOnWriteArrayList<>();
    private final List<String> published = new CopyOnWriteArrayList<>();
    private final List<ILoggingEvent> errors = new CopyOnWriteArrayList<>();
    private DataSourceTransactions transactions;
    private JdbcOutbox outbox;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.postgreSql();
        POOL.setDataSource(database.dataSource());
        JdbcOutbox.SCHEMA.create(POOL);
    }

    @AfterAll
    static void closePool() {
        POOL.close();
    }

    @BeforeEach
    void freshTables() throws Exception {
        run("DELETE FROM counterfoil_outbox", "DELETE FROM counterfoil_outbox_failure");
        transactions = new DataSourceTransactions(POOL);
        outbox = JdbcOutbox.of(transactions).withMaxAttempts(3);
    }

    @Override
    protected TestedDatabase database() {
        return database;
    }

    /** Each under the key that is its first word. */
    private void add(Stream<String> texts) {
        transactions.run(transaction -> {
            texts.forEach(text -> outbox.add(Message.of("event.x", text.getBytes(UTF_8))
                    .withKey(text.replaceFirst(" .*", ""))
                    .withCorrelationId("of-" + text.replace(' ', '-'))));
            return 0;
        });
    }

    private void until(String sql, int count) {
        await(sql + " = " + count)
                .atMost(TestThreads.LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> number(sql) == count);
    }

    private static final String LEFT = "SELECT count(*) FROM counterfoil_outbox";
    private static final String SET_ASIDE =
            "SELECT count(*) FROM counterfoil_outbox_failure WHERE set_aside_at IS NOT NULL";

    @Test
    void messageThatEndsTheSession_isSetAside_andDelaysNoOther() throws Exception {
        add(Stream.of("a 1", "b 1", "poison 1", "c 1", "a 2", "poison 2", "b 2", "c 2"));
        AutoCloseable logged = errors();
        OutboxRelay relay = OutboxRelay.start(outbox, this::publish);
        try (logged;
                relay) {
            until(SET_ASIDE, 1);
            until(LEFT, 2);
            add(Stream.of("a 3", "poison 3"));
            relay.wake();
            until(LEFT, 3);
        }

        assertThat(published).contains("a 1", "a 2", "a 3", "b 1", "b 2", "c 1", "c 2");
        assertThat(published).noneMatch(text -> text.startsWith("poison"));
        assertThat(published).containsSubsequence("a 1", "a 2", "a 3");
        SetAsideMessage setAside = outbox.setAside(10).get(0);
        assertThat(setAside.message().body()).asString(UTF_8).isEqualTo("poison 1");
        assertThat(setAside.attempts()).isEqualTo(3);
        assertThat(setAside.reason()).contains("too large");
        assertThat(errors).singleElement().satisfies(error -> {
            assertThat(error.getFormattedMessage())
                    .contains("set aside", "event.x", "3 times", "too large")
                    .contains("Message " + setAside.id());
            assertThat(error.getMDCPropertyMap().get(Correlation.MDC_KEY)).startsWith("of-poison-1");
        });
        assertThat(sessions.subList(1, sessions.size()))
                .as("once it is known, it is published alone")
                .filteredOn(session -> session.contains("poison 1"))
                .allMatch(session -> session.size() == 1);
    }

    @Test
    void messageThatIsSentAgain_isPublishedBeforeItsKey() throws Exception {
        add(Stream.of("poison 1", "poison 2"));
        OutboxRelay relay = OutboxRelay.start(outbox, this::publish);
        try (relay) {
            until(SET_ASIDE, 1);
            repaired = true;
            assertThat(outbox.sendAgain(outbox.setAside(1).get(0).id())).isTrue();
            relay.wake();
            until(LEFT, 0);
        }

        assertThat(published).containsExactly("poison 1", "poison 2");
        assertThat(number("SELECT count(*) FROM counterfoil_outbox_failure")).isZero();
    }

    @Test
    void manyThatEndTheSession_areSetAsideInTime_andTheOthersLeave() throws Exception {
        add(IntStream.range(0, 60).mapToObj(i -> i % 3 == 0 ? "poison" + i + " 1" : "key" + i + " 1"));
        OutboxRelay relay = OutboxRelay.start(outbox.withMaxAttempts(1), this::publish);
        try (relay) {
            until(SET_ASIDE, 20);
            until(LEFT, 20);
        }

        assertThat(published).hasSizeGreaterThanOrEqualTo(40).doesNotContain("poison0 1");
    }

    @Test
    void brokerThatIsAway_setsNothingAside() throws Exception {
        add(Stream.of("a 1", "b 1"));
        List<String> tries = new CopyOnWriteArrayList<>();
        OutboxRelay relay = OutboxRelay.start(outbox.withMaxAttempts(1), message -> {
            tries.add(text(message));
            return CompletableFuture.failedFuture(PublishException.unconfirmed(message, "the connection broke"));
        });
        try (relay) {
            await("several looks").atMost(TestThreads.LIMIT).until(() -> tries.size() >= 8);
        }

        assertThat(number("SELECT count(*) FROM counterfoil_outbox_failure")).isZero();
        assertThat(number(LEFT)).isEqualTo(2);
    }

    /** One that is found to be refused beside others, while the broker goes away, is not counted. */
    @Test
    void brokerThatGoesAway_afterItEndedTheSession_countsNothing() throws Exception {
        add(Stream.of("a 1", "poison 1", "b 1"));
        List<String> alone = new CopyOnWriteArrayList<>();
        Publisher leaving = message -> {
            if (sessions.isEmpty()) {
                return publish(message);
            }
            alone.add(text(message));
            return CompletableFuture.failedFuture(PublishException.unconfirmed(message, "the connection broke"));
        };
        OutboxRelay relay = OutboxRelay.start(outbox.withMaxAttempts(1), leaving);
        try (relay) {
            await("a look without a broker").atMost(TestThreads.LIMIT).until(() -> alone.size() >= 4);
        }

        assertThat(alone.get(0)).isEqualTo("a 1");
        assertThat(alone.subList(1, 4))
                .as("the next look, with no attempt between")
                .containsExactly("a 1", "poison 1", "b 1");
        assertThat(number("SELECT count(*) FROM counterfoil_outbox_failure")).isZero();
    }

    private volatile boolean repaired;
    private final List<Sent> onTheirWay = new ArrayList<>();

    private static String text(Message message) {
        return new String(message.body(), UTF_8);
    }

    private CompletableFuture<Void> publish(Message message) {
        Sent sent = new Sent(message);
        onTheirWay.add(sent);
        return sent;
    }

    /** The broker has what is on its way when the relay begins to wait for its confirms. */
    private final class Sent extends CompletableFuture<Void> {

        private final Message message;

        Sent(Message message) {
            this.message = message;
        }

        @Override
        public CompletableFuture<Void> toCompletableFuture() {
            return this;
        }

        @Override
        public Void get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
            List<String> session =
                    onTheirWay.stream().map(sent -> text(sent.message)).toList();
            boolean ended = !repaired && session.stream().anyMatch(text -> text.startsWith("poison"));
            if (!session.isEmpty()) {
                sessions.add(session);
            }
            for (Sent sent : onTheirWay) {
                if (ended) {
                    sent.completeExceptionally(PublishException.refused(sent.message, "one of them is too large"));
                } else {
                    published.add(text(sent.message));
                    sent.complete(null);
                }
            }
            onTheirWay.clear();
            return super.get(timeout, unit);
        }
    }

    /** Collects the relay's lines at ERROR. */
    private AutoCloseable errors() {
        Logger logger = (Logger) LoggerFactory.getLogger(OutboxRelay.class);
        AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                // Relays of other classes, which run beside this one, log as well.
                if (event.getLevel() == Level.ERROR
                        && event.getFormattedMessage().contains("too large")) {
                    event.prepareForDeferredProcessing();
                    errors.add(event);
                }
            }
        };
        appender.start();
        logger.addAppender(appender);
        return () -> logger.detachAppender(appender);
    }
}
