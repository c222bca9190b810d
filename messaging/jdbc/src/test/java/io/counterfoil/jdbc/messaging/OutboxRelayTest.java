package io.counterfoil.jdbc.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.messaging.outbox.OutboxSender;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.messaging.outbox.RelayResult;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.signals.receiver.SignalReceiver;
import io.counterfoil.testkit.tables.TablesContract;
import io.counterfoil.testkit.tables.TestedDatabase;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** The relay on a real PostgreSQL, with a broker that confirms when the test says so. What a database answers is the contract's matter. */
@Tag("SG-5")
class OutboxRelayTest extends TablesContract {

    private static final int LIMIT_SECONDS = 300;

    /** How long is waited for what must not come. */
    private static final int QUIET_MILLIS = 100;

    private static final int ROUNDS = 130;

    /** An interval so long that no test sees the next look. */
    private static final Duration FAR = Duration.ofDays(1);

    /** More than two pages. */
    private static final int MANY = 1_100;

    private static final HikariDataSource POOL = new HikariDataSource();

    private static TestedDatabase database;

    private final Broker broker = new Broker();
    private DataSourceTransactions transactions;
    private JdbcOutbox outbox;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.postgreSql();
        POOL.setDataSource(database.dataSource());
        JdbcOutbox.SCHEMA.create(POOL);
        JdbcSchema.create(POOL);
    }

    @AfterAll
    static void closePool() {
        POOL.close();
    }

    @BeforeEach
    void freshTables() throws Exception {
        run("DELETE FROM counterfoil_outbox");
        transactions = new DataSourceTransactions(POOL);
        outbox = JdbcOutbox.of(transactions);
    }

    @Override
    protected TestedDatabase database() {
        return database;
    }

    private static Message message(String text) {
        return Message.of("event.outcome.x", text.getBytes(UTF_8)).withId("id of " + text);
    }

    private void add(String... texts) {
        transactions.run(transaction -> {
            for (String text : texts) {
                outbox.add(message(text).withKey(text.substring(0, 1)));
            }
            return 0;
        });
    }

    private int left() throws Exception {
        return number("SELECT count(*) FROM counterfoil_outbox");
    }

    @Test
    void message_isForgottenOnceItIsConfirmed_andNotBefore() throws Exception {
        add("a");
        OutboxRelay relay = OutboxRelay.start(outbox, broker);
        try (relay) {
            Sent sent = broker.next();
            assertThat(left()).isOne();

            sent.confirm.complete(null);
        }

        assertThat(left()).isZero();
    }

    @Test
    @Tag("CO-3")
    @Tag("CO-12")
    void message_isPublishedUnderAnExtensionOfItsWritersId() throws Exception {
        BlockingQueue<String> published = new LinkedBlockingQueue<>();
        Correlation.Scope work = Correlation.open(CorrelationId.parse("work.7"));
        try (work) {
            add("a1", "b1");
        }
        OutboxRelay relay = OutboxRelay.start(outbox, message -> {
            published.add(message.correlationId().orElse("none") + " " + MDC.get(Correlation.MDC_KEY));
            return CompletableFuture.completedFuture(null);
        });
        try (relay) {
            List<String> ids = List.of(
                    String.valueOf(published.poll(LIMIT_SECONDS, TimeUnit.SECONDS)),
                    String.valueOf(published.poll(LIMIT_SECONDS, TimeUnit.SECONDS)));

            assertThat(ids).doesNotHaveDuplicates().allMatch(both -> both.matches("(work\\.7\\.[A-Za-z0-9_-]{4}) \\1"));
        }
    }

    /** One page is one piece of work, and the story of each message leads to what became of it. */
    @Test
    @Tag("CO-7")
    void unconfirmedMessages_areReportedOnce_underOneCombinedId() throws Exception {
        for (String text : List.of("a1", "b1")) {
            Correlation.Scope work = Correlation.open(CorrelationId.parse("of-" + text));
            try (work) {
                add(text);
            }
        }
        BlockingQueue<ILoggingEvent> lines = new LinkedBlockingQueue<>();
        AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                // Relays of other classes, which run beside this one, log as well.
                String text = event.getFormattedMessage();
                if (text.matches("(?s).*corr_id=of-[ab]1\\..*") || text.contains("no room")) {
                    // Reads the MDC of the thread that logs.
                    event.prepareForDeferredProcessing();
                    lines.add(event);
                }
            }
        };
        appender.start();
        List<Logger> loggers = List.of((Logger) LoggerFactory.getLogger(Correlation.class), (Logger)
                LoggerFactory.getLogger(OutboxRelay.class));
        loggers.forEach(logger -> {
            logger.setLevel(Level.WARN);
            logger.addAppender(appender);
        });
        List<ILoggingEvent> reported = new ArrayList<>();
        OutboxRelay relay = OutboxRelay.start(
                outbox, message -> CompletableFuture.failedFuture(new IllegalStateException("no room")), FAR);
        try (relay) {
            for (int i = 0; i < 5; i++) {
                ILoggingEvent line = lines.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
                assertThat(line).as("line %s", i).isNotNull();
                reported.add(line);
            }
        } finally {
            loggers.forEach(logger -> {
                logger.detachAppender(appender);
                logger.setLevel(null);
            });
        }

        ILoggingEvent report = reported.get(4);
        String batch = report.getMDCPropertyMap().get(Correlation.MDC_KEY);
        assertThat(report.getFormattedMessage())
                .startsWith("2 messages of the outbox were not confirmed and remain in it: ")
                .contains("no room");
        for (int pair : List.of(0, 2)) {
            String old = reported.get(pair).getMDCPropertyMap().get(Correlation.MDC_KEY);
            assertThat(old).matches("of-[ab]1\\.[A-Za-z0-9_-]{4}");
            assertThat(reported.get(pair).getFormattedMessage())
                    .isEqualTo("Replacing correlation id [corr_id=%s] [new_corr_id=%s]".formatted(old, batch));
            assertThat(reported.get(pair + 1).getFormattedMessage())
                    .isEqualTo("Replaced correlation id [corr_id=%s] [old_corr_id=%s]".formatted(batch, old));
        }
        assertThat(left()).isEqualTo(2);
    }

    @Test
    void messagesOfOneKey_areSentOneAtATime_otherKeysInParallel() throws Exception {
        add("a1", "a2", "b1", "b2");
        OutboxRelay relay = OutboxRelay.start(outbox, broker);
        try (relay) {
            List<Sent> first = List.of(broker.next(), broker.next());
            assertThat(first).extracting(Sent::text).containsExactlyInAnyOrder("a1", "b1");
            assertThat(broker.sent).isEmpty();
            first.forEach(sent -> sent.confirm.complete(null));

            List<Sent> second = List.of(broker.next(), broker.next());
            assertThat(second).extracting(Sent::text).containsExactlyInAnyOrder("a2", "b2");
            second.forEach(sent -> sent.confirm.complete(null));
        }

        assertThat(left()).isZero();
    }

    @Test
    void messagesWithoutAKey_waitForNoOther() throws Exception {
        transactions.run(transaction -> {
            outbox.add(message("1"));
            outbox.add(message("2"));
            return 0;
        });
        OutboxRelay relay = OutboxRelay.start(outbox, broker);
        try (relay) {
            List<Sent> both = List.of(broker.next(), broker.next());

            assertThat(both).extracting(Sent::text).containsExactlyInAnyOrder("1", "2");
            both.forEach(sent -> sent.confirm.complete(null));
        }
    }

    @Test
    void close_waitsForWhatIsOnItsWay_andNothingIsPublishedAfterIt() throws Exception {
        add("a");
        OutboxRelay relay = OutboxRelay.start(outbox, broker);
        Sent sent = broker.next();

        Future<?> closing = threads.submit(relay::close);
        assertThatThrownBy(() -> closing.get(QUIET_MILLIS, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        sent.confirm.complete(null);
        closing.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        relay.close();
        add("late");
        relay.wake();

        assertThat(left()).isOne();
        assertThat(broker.sent).isEmpty();
    }

    @Test
    void unconfirmedOrRefusedMessage_isRepublishedUnderItsId() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        add("a");
        BlockingQueue<Optional<String>> ids = new LinkedBlockingQueue<>();
        OutboxRelay relay = OutboxRelay.start(outbox, message -> {
            ids.add(message.id());
            return switch (calls.incrementAndGet()) {
                case 1 -> CompletableFuture.failedFuture(PublishException.unconfirmed(message, "not now"));
                case 2 -> throw new IllegalStateException("closed");
                default -> CompletableFuture.completedFuture(null);
            };
        });
        try (relay) {
            for (int i = 0; i < 3; i++) {
                assertThat(ids.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(Optional.of("id of a"));
            }
        }

        assertThat(left()).isZero();
        assertThat(calls).hasValue(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void intervalThatIsNotPositive_isRefused(long seconds) {
        assertThatThrownBy(() -> OutboxRelay.start(
                        outbox, message -> CompletableFuture.completedFuture(null), Duration.ofSeconds(seconds)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the interval must be positive, not " + Duration.ofSeconds(seconds));
    }

    @Test
    void messageThatAlwaysFails_isRetriedWithBackoff_despiteWakes() throws Exception {
        BlockingQueue<Long> tries = new LinkedBlockingQueue<>();
        add("a");
        OutboxRelay relay = OutboxRelay.start(outbox, message -> {
            tries.add(System.nanoTime());
            return CompletableFuture.failedFuture(PublishException.unconfirmed(message, "never"));
        });
        try (relay) {
            List<Long> at = new ArrayList<>();
            while (at.size() < 4) {
                relay.wake();
                Optional.ofNullable(tries.poll(1, TimeUnit.MILLISECONDS)).ifPresent(at::add);
            }

            assertThat(Duration.ofNanos(at.get(3) - at.get(0)))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(50 + 100 + 200));
        }

        assertThat(left()).isOne();
    }

    @Test
    void refusedMessage_holdsUpNothingOnThePagesBehindIt_butItsKey() throws Exception {
        add(IntStream.range(0, MANY).mapToObj(i -> (i % 2 == 0 ? "a" : "b") + i).toArray(String[]::new));
        List<String> published = new ArrayList<>();
        BlockingQueue<String> refused = new LinkedBlockingQueue<>();
        OutboxRelay relay = OutboxRelay.start(outbox, message -> {
            String text = new String(message.body(), UTF_8);
            if (text.equals("a4") && refused.size() < 3) {
                refused.add(text);
                return CompletableFuture.failedFuture(PublishException.unconfirmed(message, "not now"));
            }
            published.add(text);
            return CompletableFuture.completedFuture(null);
        });
        try (relay) {
            untilLeft(0);
        }

        assertThat(published).hasSize(MANY).doesNotHaveDuplicates();
        assertThat(published.stream().filter(text -> text.startsWith("a")))
                .isSortedAccordingTo((one, two) -> Integer.compare(place(one), place(two)));
        assertThat(published.stream().filter(text -> text.startsWith("b")))
                .isSortedAccordingTo((one, two) -> Integer.compare(place(one), place(two)));
        assertThat(published.indexOf("b" + (MANY - 1))).isLessThan(published.indexOf("a4"));
    }

    private static int place(String text) {
        return Integer.parseInt(text.substring(1));
    }

    private void untilLeft(int count) throws Exception {
        await(count + " left")
                .atMost(TestThreads.LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> left() == count);
    }

    @Test
    void relay_thatIsWoken_doesNotWaitForTheNextLook() throws Exception {
        BlockingQueue<String> published = new LinkedBlockingQueue<>();
        OutboxRelay relay = OutboxRelay.start(
                outbox,
                message -> {
                    published.add(new String(message.body(), UTF_8));
                    return CompletableFuture.completedFuture(null);
                },
                FAR);
        try (relay) {
            for (int i = 0; i < ROUNDS; i++) {
                add("a" + i);
                relay.wake();
                assertThat(published.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("a" + i);
            }
        }
    }

    /** What was written by then may have a place that the relay has passed. */
    @Test
    void relay_wokenBetweenPages_startsOverAfterThem() throws Exception {
        CompletableFuture<OutboxRelay> started = new CompletableFuture<>();
        BlockingQueue<Long> looks = new LinkedBlockingQueue<>();
        AtomicInteger calls = new AtomicInteger();
        OutboxStore pages = new ForwardingOutbox(outbox) {
            @Override
            public RelayResult relay(long after, int limit, OutboxSender sending) {
                boolean first = calls.incrementAndGet() == 1;
                if (first) {
                    started.join().wake();
                }
                looks.add(after);
                return first
                        ? new RelayResult.Done(limit, limit, 7, true, List.of())
                        : new RelayResult.Done(0, 0, after, false, List.of());
            }
        };
        OutboxRelay relay = OutboxRelay.start(pages, broker, FAR);
        try (relay) {
            started.complete(relay);

            for (long after : List.of(0L, 7L, 0L)) {
                assertThat(looks.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(after);
            }
        }
    }

    @Test
    void relayOfAnInbox_isWokenByItsCommits() throws Exception {
        BlockingQueue<Optional<String>> published = new LinkedBlockingQueue<>();
        OutboxRelay relay = OutboxRelay.start(
                outbox,
                message -> {
                    // A duplicate has an alert too.
                    if (message.topic().startsWith("event.outcome.")) {
                        published.add(message.correlationId());
                    }
                    return CompletableFuture.completedFuture(null);
                },
                FAR);
        Controllers controllers = new Controllers(POOL);
        Receiver receiver = controllers.receiver(
                SignalReceiver.builder(controllers.inbox(), "swarm-controller").outbox(outbox, relay),
                "swarm-controller",
                Map.of("swarm-start", signal -> HandlerResult.done("Running", Data.EMPTY)));
        try (relay) {
            for (int i = 0; i < ROUNDS; i++) {
                Signal signal = Controllers.start("key " + i / 2);
                Controllers.deliver(signal, receiver);
                assertThat(published.poll(LIMIT_SECONDS, TimeUnit.SECONDS))
                        .isEqualTo(Optional.of(signal.correlationId().value()));
            }
        }
    }

    @Test
    void storeThatFails_isAskedAgain() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        add("a");
        OutboxStore failing = new ForwardingOutbox(outbox) {
            @Override
            public RelayResult relay(long after, int limit, OutboxSender sending) {
                if (calls.incrementAndGet() < 3) {
                    throw new StoreException("relaying", new IllegalStateException("no route"));
                }
                return outbox.relay(after, limit, sending);
            }
        };
        OutboxRelay relay = OutboxRelay.start(failing, broker);
        try (relay) {
            broker.next().confirm.complete(null);
        }

        assertThat(left()).isZero();
        assertThat(calls).hasValueGreaterThanOrEqualTo(3);
    }

    @Test
    void close_returns_whileTheStoreDoesNotRespond() throws Exception {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        CompletableFuture<Void> responds = new CompletableFuture<>();
        OutboxStore hanging = new ForwardingOutbox(outbox) {
            @Override
            public RelayResult relay(long after, int limit, OutboxSender sending) {
                asked.complete(null);
                responds.join();
                return outbox.relay(after, limit, sending);
            }
        };
        OutboxRelay relay = OutboxRelay.start(hanging, broker);
        asked.get(LIMIT_SECONDS, TimeUnit.SECONDS);

        Future<?> closing = threads.submit(relay::close);

        try {
            closing.get(60, TimeUnit.SECONDS);
        } finally {
            responds.complete(null);
        }
    }

    @Test
    void secondRelay_takesOver_whenTheFirstIsClosed() throws Exception {
        Broker other = new Broker();
        add("a");
        OutboxRelay first = OutboxRelay.start(outbox, broker);
        Sent sent = broker.next();
        OutboxRelay second = OutboxRelay.start(JdbcOutbox.of(POOL), other);
        try (first;
                second) {
            sent.confirm.complete(null);
            first.close();
            add("b");
            second.wake();

            Sent taken = other.next();
            assertThat(taken.text()).isEqualTo("b");
            taken.confirm.complete(null);
        }

        assertThat(broker.sent).isEmpty();
        assertThat(left()).isZero();
    }

    /** A message on its way. */
    private record Sent(String text, CompletableFuture<Void> confirm) {}

    /** A broker that confirms when it is told to. */
    private static final class Broker implements Publisher {

        private final BlockingQueue<Sent> sent = new LinkedBlockingQueue<>();

        @Override
        public CompletableFuture<Void> publish(Message message) {
            CompletableFuture<Void> confirm = new CompletableFuture<>();
            sent.add(new Sent(new String(message.body(), UTF_8), confirm));
            return confirm;
        }

        Sent next() throws InterruptedException {
            Sent next = sent.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("a message within %s s", LIMIT_SECONDS).isNotNull();
            return next;
        }
    }
}
