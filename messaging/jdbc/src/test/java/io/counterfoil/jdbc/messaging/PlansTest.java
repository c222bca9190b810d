package io.counterfoil.jdbc.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.deadletter.DeadLetterResult;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.outbox.RelayResult;
import io.counterfoil.messaging.outbox.SendResult;
import io.counterfoil.messaging.outbox.StoredMessage;
import io.counterfoil.testkit.database.PlanCheck;
import io.counterfoil.testkit.tables.TestedDatabase;
import io.counterfoil.testkit.time.ManualScheduler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What inbox and outbox read beside thousands of other messages, whether or not the database has statistics of its tables. */
@Timeout(240)
@Tag("SG-5")
class PlansTest {

    private final AtomicInteger fresh = new AtomicInteger();

    static Stream<Named<TestedDatabase>> databases() {
        return Stream.of(TestedDatabase.postgreSql(), TestedDatabase.mariaDb(), TestedDatabase.h2())
                .map(database -> Named.of(database.dialect().vendor(), database));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void everyStatement_findsItsRowsByAnIndex(TestedDatabase database) throws Exception {
        JdbcOutbox.SCHEMA.create(database.administration(), database.dialect());
        JdbcSchema.create(database.administration(), database.dialect());
        Message message = Message.of("topic", new byte[] {1});
        MessageKey known = MessageKey.of("billing", "known");
        try (PlanCheck check = PlanCheck.on(database.dataSource())) {
            DataSourceTransactions transactions = new DataSourceTransactions(check.dataSource());
            JdbcOutbox outbox = JdbcOutbox.of(transactions);
            JdbcAttemptLog attempts = JdbcAttemptLog.of(transactions);
            Inbox inbox = Inbox.builder(Idempotency.builder(new JdbcClaimStore(transactions))
                            .timer(new ManualScheduler())
                            .build())
                    .build();
            long[] last = {0};
            inbox.once(known, () -> {});

            check.call("process a message", () -> inbox.once(freshKey(), () -> {}));
            check.call("process it again", () -> inbox.once(known, () -> {}));
            check.call("add", () -> outbox.add(message));
            check.call("add under a key", () -> outbox.add(message.withKey("key " + fresh.incrementAndGet())));
            check.call(
                    "relay the oldest",
                    () -> last[0] = ((RelayResult.Done) outbox.relay(0, 10, PlansTest::oldestOf)).last());
            check.call("relay those behind", () -> outbox.relay(last[0], 10, PlansTest::oldestOf));
            check.call("count an attempt", () -> attempts.count(freshKey()));
            check.call("count another attempt", () -> attempts.count(known));
            check.call("take back an attempt", () -> attempts.uncount(known));
            check.call("forget attempts", () -> attempts.forget(freshKey()));

            check.verify(() -> {
                check.insert(
                        "INSERT INTO counterfoil_outbox (key_hash, topic, message) VALUES (?, 'topic', ?)",
                        i -> new Object[] {
                            i % 2 == 0 ? null : (Object) (long) i,
                            message.outgoing().encoded()
                        });
                check.insert(
                        "INSERT INTO counterfoil_message_try (message_hash, tries, counted_at) VALUES (?, 1, ?)",
                        i -> new Object[] {ByteBuffer.allocate(32).putInt(i).array(), Long.MAX_VALUE - i});
            });

            // Reads the table as a whole: it has a row for each message that has failed and was not settled, and is
            // purged rarely.
            assertThat(JdbcFailedMessages.of(transactions).purge(Duration.ofDays(1), 10))
                    .isZero();
        }
    }

    /** Lists and counts read along an index, as many rows as they are asked for. */
    @ParameterizedTest
    @MethodSource("databases")
    void changesOfDeadLetters_findTheirRowsByAnIndex(TestedDatabase database) throws Exception {
        JdbcOutbox.SCHEMA.create(database.administration(), database.dialect());
        MessageOrigin origin = new MessageOrigin("broker", "queue", "dead", "letter");
        try (PlanCheck check = PlanCheck.on(database.dataSource())) {
            DataSourceTransactions transactions = new DataSourceTransactions(check.dataSource());
            JdbcAttemptLog attempts = JdbcAttemptLog.of(transactions);
            JdbcFailedMessages messages = JdbcFailedMessages.of(transactions);
            MessageKey known = MessageKey.of("billing", "known");
            attempts.rejecting(known, 1, "reason", Optional.of(origin));

            check.call("record a failure", () -> attempts.failed(freshKey(), 1, "failure", Duration.ZERO));
            check.call("record a dead letter", () -> attempts.rejecting(known, 1, "reason", Optional.of(origin)));
            check.call("keep a dead letter", () -> messages.settle(known, letter -> DeadLetterResult.MISSING));
            check.call("settle a dead letter", () -> messages.settle(known, letter -> DeadLetterResult.REQUEUED));

            check.verify(() -> check.insert(
                    "INSERT INTO counterfoil_message_failure (message_hash, receiver, kind, message_id, attempts,"
                            + " failure, since, changed_at, next_at, is_dead, broker, source, dead_letters, letter)"
                            + " VALUES (?, 'r', 'k', 'i', 1, 'f', 1, ?, 1, ?, 'b', 's', 'd', 'l')",
                    i -> new Object[] {ByteBuffer.allocate(32).putInt(i).array(), Long.MAX_VALUE - i, i % 2}));
        }
    }

    /** Few are set aside, and many wait. */
    @ParameterizedTest
    @MethodSource("databases")
    void pageBesideWhatIsSetAside_isReadByAnIndex(TestedDatabase database) throws Exception {
        JdbcOutbox.SCHEMA.create(database.administration(), database.dialect());
        Message message = Message.of("topic", new byte[] {1});
        try (PlanCheck check = PlanCheck.on(database.dataSource())) {
            JdbcOutbox outbox = JdbcOutbox.of(check.dataSource()).withMaxAttempts(1);
            long[] last = {0};
            outbox.add(message.withKey("refused"));
            outbox.add(message);
            outbox.relay(
                    0,
                    2,
                    messages -> new SendResult(
                            List.of(),
                            messages.stream().collect(Collectors.toMap(StoredMessage::id, refused -> "too large"))));
            assertThat(outbox.setAside(3)).hasSize(2);

            check.call("add", () -> outbox.add(message.withKey("key " + fresh.incrementAndGet())));
            check.call(
                    "relay the oldest",
                    () -> last[0] = ((RelayResult.Done) outbox.relay(0, 10, PlansTest::oldestOf)).last());
            check.call("relay those behind", () -> outbox.relay(last[0], 10, PlansTest::oldestOf));
            check.call("list what is set aside", () -> outbox.setAside(10));

            check.verify(() -> check.insert(
                    "INSERT INTO counterfoil_outbox (key_hash, topic, message) VALUES (?, 'topic', ?)",
                    i -> new Object[] {
                        i % 2 == 0 ? null : (Object) (long) i,
                        message.outgoing().encoded()
                    }));
        }
    }

    private MessageKey freshKey() {
        return MessageKey.of("billing", "fresh " + fresh.incrementAndGet());
    }

    private static SendResult oldestOf(List<StoredMessage> messages) {
        return SendResult.confirmed(
                messages.stream().limit(1).map(StoredMessage::id).toList());
    }
}
