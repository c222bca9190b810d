package io.counterfoil.jdbc.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.deadletter.DeadLetter;
import io.counterfoil.messaging.deadletter.DeadLetterBacklog;
import io.counterfoil.messaging.deadletter.DeadLetterBroker;
import io.counterfoil.messaging.deadletter.DeadLetterDecision;
import io.counterfoil.messaging.deadletter.DeadLetterException;
import io.counterfoil.messaging.deadletter.DeadLetterResult;
import io.counterfoil.messaging.deadletter.DeadLetters;
import io.counterfoil.messaging.deadletter.FailedMessage;
import io.counterfoil.messaging.deadletter.MessagePage;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.testkit.tables.TablesContract;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages with failed attempts, and dead letters, in one database. */
@Tag("SG-5")
@Tag("CN-6")
abstract class FailedMessagesContract extends TablesContract {

    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final MessageOrigin ORIGIN = new MessageOrigin("test", "billing", "billing.dead", "letter");
    private static final DeadLetterDecision DECISION = new DeadLetterDecision("alice", "the cause is gone");
    private static final MessageKey KEY = MessageKey.of("billing", "m-1");
    private static final int ALL = 100;

    private final SettableClock clock = SettableClock.at(START);
    private final TestBroker broker = new TestBroker();

    private DataSourceTransactions transactions;
    private JdbcAttemptLog log;
    private JdbcFailedMessages messages;
    private DeadLetters letters;

    @BeforeEach
    void freshTables() throws SQLException {
        run(
                "DROP TABLE IF EXISTS counterfoil_message_try",
                "DROP TABLE IF EXISTS counterfoil_message_failure",
                "DROP TABLE IF EXISTS counterfoil_record");
        JdbcOutbox.SCHEMA.create(database().administration(), database().dialect());
        JdbcSchema.create(database().administration(), database().dialect());
        transactions = new DataSourceTransactions(database().dataSource());
        log = JdbcAttemptLog.of(transactions).withClock(clock);
        messages = JdbcFailedMessages.of(transactions).withClock(clock);
        letters = new DeadLetters(messages, List.of(broker));
    }

    /** A broker with the dead letter of {@link #ORIGIN}. */
    private static final class TestBroker implements DeadLetterBroker {

        private final List<MessageOrigin> requeued = new ArrayList<>();
        private boolean there = true;
        private boolean confirms = true;
        private Runnable before = () -> {};

        @Override
        public boolean serves(MessageOrigin origin) {
            return origin.broker().equals("test");
        }

        @Override
        public synchronized boolean requeue(MessageOrigin origin) {
            before.run();
            if (!confirms) {
                throw new DeadLetterException("not confirmed");
            }
            if (there) {
                requeued.add(origin);
            }
            boolean was = there;
            there = false;
            return was;
        }

        @Override
        public synchronized boolean discard(MessageOrigin origin) {
            boolean was = there;
            there = false;
            return was;
        }
    }

    private void kill(MessageKey key, Optional<MessageOrigin> origin) {
        log.rejecting(key, 5, "it failed 5 times", origin);
        log.rejected(key);
    }

    private List<FailedMessage> failing() {
        return messages.failing(Optional.empty(), ALL).items();
    }

    private List<DeadLetter> dead() {
        return messages.deadLetters(Optional.empty(), ALL).items();
    }

    @Test
    void failedMessage_isListed_withItsFailureAndNextAttempt() {
        log.failed(KEY, 1, "first", Duration.ofMillis(50));
        clock.advance(Duration.ofSeconds(1));
        log.failed(KEY, 2, "second\n  line\u0000", Duration.ofMillis(100));

        Instant last = START.plusSeconds(1);
        assertThat(failing())
                .containsExactly(new FailedMessage(KEY, 2, "second line ", START, last, last.plusMillis(100)));
        assertThat(dead()).isEmpty();
    }

    @Test
    void processedMessage_isListedNoMore() {
        log.count(KEY);
        log.failed(KEY, 1, "first", Duration.ZERO);

        log.forget(KEY);

        assertThat(failing()).isEmpty();
        assertThat(log.count(KEY)).isOne();
    }

    @Test
    void rejectedMessage_isADeadLetter_withReasonAndOrigin() {
        log.failed(KEY, 1, "first", Duration.ZERO);
        clock.advance(Duration.ofSeconds(1));

        kill(KEY, Optional.of(ORIGIN));

        assertThat(failing()).isEmpty();
        assertThat(dead())
                .containsExactly(
                        new DeadLetter(KEY, 5, "it failed 5 times", START, START.plusSeconds(1), Optional.of(ORIGIN)));
    }

    @Test
    void deadLetterThatFailsAgain_isAFailedMessage_sinceThen() {
        kill(KEY, Optional.of(ORIGIN));
        clock.advance(Duration.ofSeconds(1));

        log.failed(KEY, 1, "again", Duration.ZERO);

        assertThat(dead()).isEmpty();
        assertThat(failing()).extracting(FailedMessage::since).containsExactly(START.plusSeconds(1));
    }

    @Test
    void reasonThatIsTooLong_isCut() {
        log.rejecting(KEY, 1, "x".repeat(3_000), Optional.empty());

        assertThat(dead()).extracting(DeadLetter::reason).containsExactly("x".repeat(1_000));
    }

    @Test
    void originThatIsTooLong_isUnknown() {
        log.rejecting(KEY, 1, "reason", Optional.of(new MessageOrigin("test", "q".repeat(1_001), "d", "l")));

        assertThat(dead()).extracting(DeadLetter::origin).containsExactly(Optional.empty());
    }

    @Test
    void pages_haveEveryDeadLetterOnce_theOldestFirst() {
        List<MessageKey> keys = Stream.of("m-1", "m-2", "m-3", "m-4", "m-5")
                .map(id -> MessageKey.of("billing", id))
                .toList();
        keys.subList(0, 3).forEach(key -> kill(key, Optional.of(ORIGIN)));
        clock.advance(Duration.ofSeconds(1));
        keys.subList(3, 5).forEach(key -> kill(key, Optional.of(ORIGIN)));

        List<MessageKey> seen = new ArrayList<>();
        Optional<String> next = Optional.empty();
        do {
            MessagePage<DeadLetter> page = messages.deadLetters(next, 2);
            page.items().forEach(letter -> seen.add(letter.key()));
            next = page.next();
        } while (next.isPresent());

        assertThat(seen).hasSize(5).containsAll(keys);
        assertThat(seen.subList(3, 5)).containsAll(keys.subList(3, 5));
    }

    @Test
    void limitsOfAPage_areNamed() {
        assertThatIllegalArgumentException().isThrownBy(() -> messages.failing(Optional.empty(), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> messages.deadLetters(Optional.empty(), 1_001));
        assertThatIllegalArgumentException().isThrownBy(() -> messages.deadLetters(Optional.of("nonsense"), 1));
        assertThatIllegalArgumentException().isThrownBy(() -> messages.deadLetters(Optional.of("1.xyz"), 1));
        assertThatIllegalArgumentException().isThrownBy(() -> messages.purge(Duration.ZERO, 0));
    }

    @Test
    void backlog_countsBothKinds_andTheOldestDeadLettersAge() {
        assertThat(messages.backlog()).isEqualTo(new DeadLetterBacklog(0, Duration.ZERO, 0));
        kill(KEY, Optional.of(ORIGIN));
        clock.advance(Duration.ofMinutes(5));
        kill(MessageKey.of("billing", "m-2"), Optional.of(ORIGIN));
        log.failed(MessageKey.of("billing", "m-3"), 1, "first", Duration.ZERO);

        assertThat(messages.backlog()).isEqualTo(new DeadLetterBacklog(2, Duration.ofMinutes(5), 1));
    }

    @Test
    void requeuedDeadLetter_isListedNoMore_andItsAttemptsAreForgotten() {
        log.count(KEY);
        log.rejecting(KEY, 5, "it failed 5 times", Optional.of(ORIGIN));

        assertThat(letters.requeue(KEY, DECISION)).isEqualTo(DeadLetterResult.REQUEUED);

        assertThat(broker.requeued).containsExactly(ORIGIN);
        assertThat(dead()).isEmpty();
        assertThat(log.count(KEY)).isOne();
    }

    @Test
    void requeue_pressedTwice_publishesOnce() {
        kill(KEY, Optional.of(ORIGIN));

        letters.requeue(KEY, DECISION);

        assertThat(letters.requeue(KEY, DECISION)).isEqualTo(DeadLetterResult.NOT_FOUND);
        assertThat(broker.requeued).hasSize(1);
    }

    @Test
    void requeue_pressedAtOnceByTwo_publishesOnce() throws Exception {
        kill(KEY, Optional.of(ORIGIN));
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        broker.before = () -> {
            first.countDown();
            awaitUninterruptibly(second);
        };

        Future<DeadLetterResult> one = threads.submit(() -> letters.requeue(KEY, DECISION));
        awaitUninterruptibly(first);
        Future<DeadLetterResult> other = threads.submit(() -> {
            second.countDown();
            return letters.requeue(KEY, DECISION);
        });

        assertThat(List.of(one.get(60, TimeUnit.SECONDS), other.get(60, TimeUnit.SECONDS)))
                .containsExactlyInAnyOrder(DeadLetterResult.REQUEUED, DeadLetterResult.NOT_FOUND);
        assertThat(broker.requeued).hasSize(1);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void requeueThatIsNotConfirmed_leavesTheDeadLetterListed() {
        kill(KEY, Optional.of(ORIGIN));
        broker.confirms = false;

        assertThatThrownBy(() -> letters.requeue(KEY, DECISION)).isInstanceOf(DeadLetterException.class);

        assertThat(dead()).hasSize(1);
        broker.confirms = true;
        assertThat(letters.requeue(KEY, DECISION)).isEqualTo(DeadLetterResult.REQUEUED);
    }

    @Test
    void deadLetterThatTheBrokerHasNoMore_staysListed_untilDiscarded() {
        kill(KEY, Optional.of(ORIGIN));
        broker.there = false;

        assertThat(letters.requeue(KEY, DECISION)).isEqualTo(DeadLetterResult.MISSING);
        assertThat(dead()).hasSize(1);

        assertThat(letters.discard(KEY, DECISION)).isEqualTo(DeadLetterResult.FORGOTTEN);
        assertThat(dead()).isEmpty();
    }

    @Test
    void discardedDeadLetter_isGone_atTheBrokerToo() {
        kill(KEY, Optional.of(ORIGIN));

        assertThat(letters.discard(KEY, DECISION)).isEqualTo(DeadLetterResult.DISCARDED);

        assertThat(dead()).isEmpty();
        assertThat(broker.there).isFalse();
        assertThat(letters.discard(KEY, DECISION)).isEqualTo(DeadLetterResult.NOT_FOUND);
    }

    @Test
    void deadLetterOfUnknownOrigin_cannotBeRequeued() {
        kill(KEY, Optional.empty());

        assertThat(letters.requeue(KEY, DECISION)).isEqualTo(DeadLetterResult.UNREACHABLE);
        assertThat(dead()).hasSize(1);
    }

    @Test
    void deadLetterOfAnotherBroker_cannotBeRequeued() {
        kill(KEY, Optional.of(new MessageOrigin("other", "q", "d", "l")));

        assertThat(letters.requeue(KEY, DECISION)).isEqualTo(DeadLetterResult.UNREACHABLE);
        assertThat(letters.discard(KEY, DECISION)).isEqualTo(DeadLetterResult.FORGOTTEN);
    }

    @Test
    void messageThatIsOnlyFailing_cannotBeRequeued() {
        log.failed(KEY, 1, "first", Duration.ZERO);

        assertThat(letters.requeue(KEY, DECISION)).isEqualTo(DeadLetterResult.NOT_FOUND);
        assertThat(failing()).hasSize(1);
    }

    @Test
    void purge_removesWhatIsOld_inBatches() {
        for (int i = 0; i < 3; i++) {
            kill(MessageKey.of("billing", "dead " + i), Optional.of(ORIGIN));
            log.failed(MessageKey.of("billing", "failing " + i), 1, "first", Duration.ZERO);
        }
        clock.advance(Duration.ofDays(30));
        kill(KEY, Optional.of(ORIGIN));

        assertThat(messages.purge(Duration.ofDays(30), 10))
                .as("not older than that")
                .isZero();
        clock.advance(Duration.ofSeconds(1));
        assertThat(Stream.generate(() -> messages.purge(Duration.ofDays(30), 4)).limit(3))
                .containsExactly(4, 2, 0);
        assertThat(dead()).extracting(DeadLetter::key).containsExactly(KEY);
        assertThat(failing()).isEmpty();
    }

    /** The way of a message through the inbox, with the log. */
    @Test
    void messageThatAlwaysFails_isADeadLetter_thatCanBeRequeued() {
        ManualScheduler timer = new ManualScheduler();
        List<String> rejected = new ArrayList<>();
        List<String> processed = new ArrayList<>();
        boolean[] broken = {true};
        try (Inbox inbox = Inbox.builder(Idempotency.on(new JdbcClaimStore(transactions)))
                .attempts(log)
                .timer(timer)
                .maxAttempts(2)
                .build()) {
            Runnable deliver = () -> inbox.messages("billing", message -> {
                        if (broken[0]) {
                            throw new IllegalStateException("broken");
                        }
                        processed.add(message.id().orElseThrow());
                    })
                    .receive(new TestDelivery(rejected));
            deliver.run();
            assertThat(failing()).extracting(FailedMessage::key).containsExactly(KEY);
            assertThat(failing())
                    .extracting(FailedMessage::failure)
                    .containsExactly("java.lang.IllegalStateException: broken");

            timer.advance(Duration.ofSeconds(1));

            assertThat(rejected).hasSize(1);
            assertThat(failing()).isEmpty();
            assertThat(dead()).extracting(DeadLetter::attempts).containsExactly(2);
            broken[0] = false;
            assertThat(letters.requeue(KEY, DECISION)).isEqualTo(DeadLetterResult.REQUEUED);
            deliver.run();
            deliver.run();
            assertThat(processed).containsExactly("m-1");
            assertThat(dead()).isEmpty();
        }
    }

    /** One delivery of the message. */
    private record TestDelivery(List<String> rejected) implements Delivery {

        @Override
        public Message message() {
            return Message.of("order", new byte[0]).withId("m-1");
        }

        @Override
        public boolean isMaybeRedelivered() {
            return false;
        }

        @Override
        public Optional<MessageOrigin> origin() {
            return Optional.of(ORIGIN);
        }

        @Override
        public void accept() {
            // Its message is processed.
        }

        @Override
        public void reject(String reason) {
            rejected.add(reason);
        }

        @Override
        public void giveBack() {
            throw new IllegalStateException("nothing is to be delivered again here");
        }
    }
}
