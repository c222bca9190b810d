package io.counterfoil.jdbc.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.inbox.Processed;
import io.counterfoil.messaging.outbox.Backlog;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.messaging.outbox.RelayResult;
import io.counterfoil.messaging.outbox.SendResult;
import io.counterfoil.messaging.outbox.SetAsideMessage;
import io.counterfoil.messaging.outbox.StoredMessage;
import io.counterfoil.testkit.tables.TablesContract;
import io.counterfoil.testkit.thread.TestThreads;
import io.counterfoil.testkit.time.SettableClock;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The outbox, the tries and the inbox in one database. */
abstract class MessagingTablesContract extends TablesContract {

    private static final int ALL = 100;
    private static final int LIMIT_SECONDS = 300;

    private final String id = UUID.randomUUID().toString();
    private final MessageKey key = MessageKey.of("billing", id);
    private final MessageKey otherKey = MessageKey.of("billing", "other " + id);

    private DataSourceTransactions transactions;
    private JdbcClaimStore store;
    private JdbcOutbox outbox;
    private JdbcAttemptLog tries;
    private Inbox inbox;

    @BeforeEach
    void freshTables() throws SQLException {
        run(
                "DROP TABLE IF EXISTS counterfoil_outbox",
                "DROP TABLE IF EXISTS counterfoil_outbox_relay",
                "DROP TABLE IF EXISTS counterfoil_message_try",
                "DROP TABLE IF EXISTS counterfoil_message_failure",
                "DROP TABLE IF EXISTS counterfoil_outbox_failure",
                "DROP TABLE IF EXISTS effect",
                "CREATE TABLE effect (id integer)",
                database().distributed("effect", "id"));
        JdbcOutbox.SCHEMA.create(database().administration(), database().dialect());
        JdbcSchema.create(database().administration(), database().dialect());
        transactions = new DataSourceTransactions(database().dataSource());
        store = new JdbcClaimStore(transactions);
        outbox = JdbcOutbox.of(transactions);
        tries = JdbcAttemptLog.of(transactions);
        inbox = Inbox.builder(Idempotency.on(store)).build();
    }

    private static Message message(String text) {
        return Message.of("event.outcome.x", text.getBytes(UTF_8));
    }

    private static List<String> texts(List<StoredMessage> messages) {
        return messages.stream()
                .map(outgoing -> new String(outgoing.message().body(), UTF_8))
                .toList();
    }

    private static List<Long> ids(List<StoredMessage> messages) {
        return messages.stream().map(StoredMessage::id).toList();
    }

    private void effect() throws SQLException {
        try (Statement insert = store.connection().createStatement()) {
            insert.executeUpdate("INSERT INTO effect (id) VALUES (1)");
        }
    }

    /** What is in the outbox; it stays there. */
    private List<String> waiting() {
        List<String> seen = new ArrayList<>();
        outbox.relay(0, ALL, messages -> {
            seen.addAll(texts(messages));
            return SendResult.confirmed(List.of());
        });
        return seen;
    }

    @Test
    void schema_isMadeTwice_withoutHarm() {
        outbox.add(message("kept"));
        JdbcOutbox.SCHEMA.create(database().administration(), database().dialect());

        assertThat(JdbcOutbox.SCHEMA.script(database().dialect())).contains("counterfoil_outbox");
        assertThat(waiting()).containsExactly("kept");
    }

    @Test
    void backlog_isWhatWaits_andForHowLong() throws SQLException {
        assertThat(outbox.backlog()).contains(new Backlog(0, Duration.ZERO, 0));
        outbox.add(message("one"));
        outbox.add(message("two"));
        run("UPDATE counterfoil_outbox SET added_at = added_at - 3600000000");
        outbox.add(message("three"));
        outbox.withMaxAttempts(1)
                .relay(
                        0,
                        1,
                        messages ->
                                new SendResult(List.of(), Map.of(messages.get(0).id(), "too large")));

        Backlog backlog = outbox.backlog().orElseThrow();

        assertThat(backlog.waiting()).isEqualTo(3);
        assertThat(backlog.oldest()).isBetween(Duration.ofHours(1), Duration.ofHours(2));
        assertThat(backlog.setAside()).isOne();
    }

    @Test
    void tableOrRowThatWasRemoved_isCreatedAgain() throws SQLException {
        for (String removal : List.of(
                "DROP TABLE counterfoil_outbox",
                "DROP TABLE counterfoil_outbox_relay",
                "DROP TABLE counterfoil_message_try",
                "DROP TABLE counterfoil_message_failure",
                "DELETE FROM counterfoil_outbox_relay")) {
            run(removal);

            JdbcOutbox.SCHEMA.create(database().administration(), database().dialect());

            outbox.add(message("after " + removal));
            assertThat(waiting()).as(removal).last().isEqualTo("after " + removal);
            assertThat(number("SELECT count(*) FROM counterfoil_message_try")).isZero();
        }
    }

    @Test
    @Tag("SG-5")
    void message_leavesWithItsTransaction_orNotAtAll() {
        transactions.run(transaction -> {
            outbox.add(message("committed"));
            return 0;
        });
        assertThatThrownBy(() -> transactions.run(transaction -> {
                    outbox.add(message("rolled back"));
                    throw new IllegalStateException("this time");
                }))
                .hasMessage("this time");

        assertThat(waiting()).containsExactly("committed");
    }

    @Test
    @Tag("SG-5")
    void messageWithoutAnId_getsAFreshOne_thatItKeeps() {
        outbox.add(message("one"));
        outbox.add(message("two"));

        List<String> first = messageIds();

        assertThat(first)
                .hasSize(2)
                .doesNotHaveDuplicates()
                .allSatisfy(
                        given -> assertThat(UUID.fromString(given).version()).isEqualTo(7));
        assertThat(messageIds()).as("when it is published again").isEqualTo(first);
    }

    /** The IDs of the messages that wait; empty for one without. */
    private List<String> messageIds() {
        List<String> seen = new ArrayList<>();
        outbox.relay(0, ALL, messages -> {
            messages.forEach(stored -> seen.add(stored.message().id().orElse("")));
            return SendResult.confirmed(List.of());
        });
        return seen;
    }

    @Test
    void message_comesBackWhole() {
        Message whole = message("body")
                .withId("id")
                .withKey("key")
                .withCorrelationId("abcd.1")
                .withContentType("application/json")
                .withHeader("a", "1")
                .withHeader("b", "")
                .mandatory();
        outbox.add(whole);
        List<Message> seen = new ArrayList<>();

        RelayResult page = outbox.relay(0, ALL, messages -> {
            messages.forEach(outgoing -> seen.add(outgoing.message()));
            return SendResult.confirmed(ids(messages));
        });

        assertThat(seen).containsExactly(whole);
        assertThat(page).isInstanceOfSatisfying(RelayResult.Done.class, done -> {
            assertThat(done.taken()).isOne();
            assertThat(done.sent()).isOne();
            assertThat(done.more()).isFalse();
        });
        assertThat(waiting()).isEmpty();
    }

    @Test
    void pages_comeInOrder_andWhatIsNotSentStays() {
        for (int i = 1; i <= 5; i++) {
            outbox.add(message("" + i));
        }
        List<String> first = new ArrayList<>();

        RelayResult page = outbox.relay(0, 2, messages -> {
            first.addAll(texts(messages));
            return SendResult.confirmed(List.of(messages.get(1).id()));
        });

        RelayResult.Done done = (RelayResult.Done) page;
        assertThat(first).containsExactly("1", "2");
        assertThat(done.sent()).isOne();
        assertThat(done.more()).isTrue();
        assertThat(waiting()).containsExactly("1", "3", "4", "5");
        List<String> behind = new ArrayList<>();
        outbox.relay(done.last(), ALL, messages -> {
            behind.addAll(texts(messages));
            return SendResult.confirmed(List.of());
        });
        assertThat(behind).containsExactly("3", "4", "5");
    }

    @Test
    void messageBehind_waitsForAnOlderOneOfItsKey() {
        outbox.add(message("a1").withKey("a"));
        outbox.add(message("a2").withKey("a"));
        outbox.add(message("b1").withKey("b"));
        outbox.add(message("none"));
        long first = ((RelayResult.Done) outbox.relay(0, 1, messages -> SendResult.confirmed(List.of()))).last();
        List<String> behind = new ArrayList<>();

        outbox.relay(first, ALL, messages -> {
            behind.addAll(texts(messages));
            return SendResult.confirmed(List.of());
        });

        assertThat(behind).containsExactly("b1", "none");
    }

    @Test
    void relayThatThrows_forgetsNothing() {
        outbox.add(message("kept"));

        assertThatThrownBy(() -> outbox.relay(0, ALL, messages -> {
                    throw new IllegalStateException("no broker");
                }))
                .hasMessage("no broker");

        assertThat(waiting()).containsExactly("kept");
    }

    @Test
    @Tag("SG-5")
    void twoRelays_neverHaveTheMessagesAtOnce() throws Exception {
        outbox.add(message("one"));
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        Future<RelayResult> first = threads.submit(() -> outbox.relay(0, ALL, messages -> {
            inside.countDown();
            await(free);
            return SendResult.confirmed(ids(messages));
        }));
        assertThat(inside.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();

        RelayResult second = outbox.relay(0, ALL, messages -> {
            throw new AssertionError("given out twice");
        });
        free.countDown();

        assertThat(second).isEqualTo(new RelayResult.Busy());
        assertThat(((RelayResult.Done) first.get()).sent()).isOne();
        assertThat(waiting()).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** One look of a relay at which the broker refuses these messages, and confirms all others. */
    private RelayResult.Done refusing(JdbcOutbox from, String... refused) {
        return (RelayResult.Done) from.relay(0, ALL, messages -> {
            Map<Long, String> reasons = new HashMap<>();
            for (StoredMessage message : messages) {
                if (List.of(refused).contains(text(message))) {
                    reasons.put(message.id(), "PRECONDITION_FAILED: too large, \u00fc\n\0 for " + text(message));
                }
            }
            List<Long> confirmed = ids(messages).stream()
                    .filter(id -> !reasons.containsKey(id))
                    .toList();
            return new SendResult(confirmed, reasons);
        });
    }

    private static String text(StoredMessage stored) {
        return new String(stored.message().body(), UTF_8);
    }

    @Test
    @Tag("SG-5")
    void messageThatIsRefusedTooOften_isSetAside_withItsReason() {
        JdbcOutbox patient = outbox.withMaxAttempts(3);
        outbox.add(message("poison").withKey("a"));

        assertThat(refusing(patient, "poison").setAside()).isEmpty();
        assertThat(refusing(patient, "poison").setAside()).isEmpty();
        assertThat(outbox.setAside(ALL)).isEmpty();
        assertThat(waiting()).containsExactly("poison");
        RelayResult.Done third = refusing(patient, "poison");

        assertThat(third.setAside()).singleElement().satisfies(setAside -> {
            assertThat(setAside.message().body()).asString(UTF_8).isEqualTo("poison");
            assertThat(setAside.attempts()).isEqualTo(3);
            assertThat(setAside.reason()).isEqualTo("PRECONDITION_FAILED: too large, \u00fc for poison");
        });
        assertThat(outbox.setAside(ALL)).isEqualTo(third.setAside());
        assertThat(waiting()).isEmpty();
        assertThat(refusing(patient, "poison").setAside()).as("once").isEmpty();
    }

    @Test
    @Tag("SG-5")
    void messageThatIsSetAside_holdsUpItsKey_andNoOther() {
        for (String text : List.of("a1", "b1", "b2")) {
            outbox.add(message(text).withKey(text.substring(0, 1)));
        }
        outbox.add(message("none"));
        refusing(outbox.withMaxAttempts(1), "a1", "none");
        for (String text : List.of("a2", "b3", "a3", "c1")) {
            outbox.add(message(text).withKey(text.substring(0, 1)));
        }
        outbox.add(message("another"));

        assertThat(waiting()).containsExactly("b3", "c1", "another");
        long first = ((RelayResult.Done) outbox.relay(0, 1, messages -> SendResult.confirmed(List.of()))).last();
        List<String> behind = new ArrayList<>();
        outbox.relay(first, ALL, messages -> {
            behind.addAll(texts(messages));
            return SendResult.confirmed(List.of());
        });
        assertThat(behind).containsExactly("c1", "another");
        assertThat(outbox.setAside(1))
                .extracting(SetAsideMessage::message)
                .singleElement()
                .isNotNull();
        assertThat(outbox.setAside(ALL)).hasSize(2);
    }

    @Test
    @Tag("SG-5")
    void resentMessage_precedesItsKey_withAFreshAttemptCount() {
        outbox.add(message("a1").withKey("a"));
        refusing(outbox.withMaxAttempts(2), "a1");
        long id = refusing(outbox.withMaxAttempts(2), "a1").setAside().get(0).id();
        outbox.add(message("a2").withKey("a"));

        assertThat(outbox.sendAgain(id)).isTrue();
        assertThat(outbox.sendAgain(id)).isFalse();

        assertThat(waiting()).containsExactly("a1", "a2");
        assertThat(refusing(outbox.withMaxAttempts(2), "a1", "a2").setAside()).isEmpty();
        assertThat(outbox.setAside(ALL)).isEmpty();
    }

    @Test
    @Tag("SG-5")
    void messageThatIsDiscarded_isGone_andItsKeyGoesOn() throws Exception {
        outbox.add(message("a1").withKey("a"));
        long id = refusing(outbox.withMaxAttempts(1), "a1").setAside().get(0).id();
        outbox.add(message("a2").withKey("a"));
        outbox.add(message("b1").withKey("b"));
        long waits = lastOf(outbox);

        assertThat(outbox.discard(waits)).as("one that is not set aside").isFalse();
        assertThat(outbox.discard(id)).isTrue();
        assertThat(outbox.discard(id)).isFalse();

        assertThat(waiting()).containsExactly("a2", "b1");
        assertThat(number("SELECT count(*) FROM counterfoil_outbox_failure")).isZero();
    }

    @Test
    @Tag("SG-5")
    void twoDecisionsAtOnce_areOne() throws Exception {
        outbox.add(message("a1").withKey("a"));
        long id = refusing(outbox.withMaxAttempts(1), "a1").setAside().get(0).id();
        try (TestThreads threads = new TestThreads()) {
            List<Boolean> decided =
                    threads.together(2, operator -> () -> operator == 0 ? outbox.discard(id) : outbox.sendAgain(id));

            assertThat(decided).containsOnlyOnce(true);
            assertThat(waiting()).hasSize(decided.get(1) ? 1 : 0);
        }
    }

    private static long lastOf(JdbcOutbox outbox) {
        return ((RelayResult.Done) outbox.relay(0, ALL, messages -> SendResult.confirmed(List.of()))).last();
    }

    @Test
    void messageThatIsConfirmedAfterRefusals_leavesNoCount() throws Exception {
        outbox.add(message("a1").withKey("a"));
        refusing(outbox, "a1");
        assertThat(number("SELECT attempts FROM counterfoil_outbox_failure")).isOne();

        refusing(outbox);

        assertThat(waiting()).isEmpty();
        assertThat(number("SELECT count(*) FROM counterfoil_outbox_failure")).isZero();
    }

    @Test
    void create_onAnEarlierSchema_addsTheTableAndKeepsMessages() throws Exception {
        outbox.add(message("kept"));
        run("DROP TABLE counterfoil_outbox_failure");

        JdbcOutbox.SCHEMA.create(database().administration(), database().dialect());

        assertThat(waiting()).containsExactly("kept");
        assertThat(outbox.setAside(ALL)).isEmpty();
    }

    @Test
    void limitsOfWhatIsSetAside_areNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> outbox.setAside(1_001))
                .withMessageContaining("1000");
        assertThatIllegalArgumentException().isThrownBy(() -> outbox.setAside(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> outbox.withMaxAttempts(0))
                .withMessageContaining("not 0");
    }

    @Test
    void limitsOfARelay_areNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> outbox.relay(0, 1_001, messages -> SendResult.confirmed(List.of())))
                .withMessageContaining("1000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> outbox.relay(0, 0, messages -> SendResult.confirmed(List.of())));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> outbox.relay(-1, 1, messages -> SendResult.confirmed(List.of())));
    }

    @Test
    @Tag("SG-5")
    void relay_afterAFailure_keepsKeyOrderAndDelaysNoOtherKey() throws Exception {
        AtomicInteger refusals = new AtomicInteger();
        BlockingQueue<String> published = new LinkedBlockingQueue<>();
        for (int i = 1; i <= 3; i++) {
            outbox.add(message("a" + i).withKey("a"));
            outbox.add(message("b" + i).withKey("b"));
        }
        OutboxRelay relay = OutboxRelay.start(outbox, message -> {
            String text = new String(message.body(), UTF_8);
            if (text.equals("a2") && refusals.incrementAndGet() <= 2) {
                return CompletableFuture.failedFuture(PublishException.unconfirmed(message, "not now"));
            }
            published.add(text);
            return CompletableFuture.completedFuture(null);
        });
        try (relay) {
            List<String> all = new ArrayList<>();
            while (all.size() < 6) {
                String next = published.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
                assertThat(next).as("the next after %s", all).isNotNull();
                all.add(next);
            }

            assertThat(all.stream().filter(text -> text.startsWith("a"))).containsExactly("a1", "a2", "a3");
            assertThat(all.stream().filter(text -> text.startsWith("b"))).containsExactly("b1", "b2", "b3");
            assertThat(all.indexOf("b3")).isLessThan(all.indexOf("a2"));
        }
        assertThat(waiting()).isEmpty();
    }

    @Test
    void tries_areCounted_andForgotten() {
        assertThat(Stream.generate(() -> tries.count(key)).limit(3)).containsExactly(1, 2, 3);
        assertThat(tries.count(otherKey)).isOne();

        tries.forget(key);

        assertThat(tries.count(key)).isOne();
        assertThat(tries.count(otherKey)).isEqualTo(2);
    }

    @Test
    @Tag("SG-5")
    void try_thatIsTakenBack_wasNeverCounted() {
        assertThat(tries.count(key)).isOne();
        assertThat(tries.count(key)).isEqualTo(2);
        assertThat(tries.count(otherKey)).isOne();

        tries.uncount(key);

        assertThat(tries.count(key)).isEqualTo(2);
        assertThat(tries.count(otherKey)).isEqualTo(2);
    }

    @Test
    void tries_areCountedForEachReceiverKindAndId() {
        List<List<String>> parts = List.of(
                List.of("r", "k", "i"),
                List.of("s", "k", "i"),
                List.of("r", "l", "i"),
                List.of("r", "k", "j"),
                List.of("rk", "i", "x"),
                List.of("r", "ki", "x"));

        assertThat(parts)
                .extracting(part -> tries.count(new MessageKey(
                        ClientId.of(part.get(0)), new OperationName(part.get(1)), new RequestId(part.get(2)))))
                .containsOnly(1);
    }

    @Test
    void tries_thatAreOld_arePurged() {
        SettableClock clock = SettableClock.at(Instant.parse("2026-11-20T12:00:00Z"));
        JdbcAttemptLog timed = tries.withClock(clock);
        timed.count(key);
        timed.count(otherKey);
        clock.advance(Duration.ofHours(2));
        timed.count(otherKey);

        int purged = JdbcFailedMessages.of(transactions).withClock(clock).purge(Duration.ofHours(1), ALL);

        assertThat(purged).as("whose last try is old").isOne();

        assertThat(timed.count(key)).isOne();
        assertThat(timed.count(otherKey)).isEqualTo(3);
    }

    @Test
    @Tag("SG-5")
    void once_runsOnce_perMessageAndReceiver() throws Exception {
        assertThat(inbox.once(key, this::effect)).isEqualTo(Processed.PROCESSED);
        assertThat(inbox.once(key, this::effect)).isEqualTo(Processed.DUPLICATE);
        assertThat(inbox.once(MessageKey.of("shipping", id), this::effect)).isEqualTo(Processed.PROCESSED);

        assertThat(number("SELECT count(*) FROM effect")).isEqualTo(2);
    }

    @Test
    @Tag("SG-5")
    void once_thatThrows_leavesNothing_andMayRunAgain() throws Exception {
        assertThatThrownBy(() -> inbox.once(key, () -> {
                    effect();
                    throw new SQLException("no");
                }))
                .hasMessage("no");
        assertThat(number("SELECT count(*) FROM effect")).isZero();

        assertThat(inbox.once(key, this::effect)).isEqualTo(Processed.PROCESSED);
        assertThat(number("SELECT count(*) FROM effect")).isOne();
    }

    @Test
    void once_whileAnotherIsAtIt_runsNothing_andDoesNotWait() throws Exception {
        Inbox elsewhere = Inbox.builder(Idempotency.on(store)).build();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        Future<Processed> first = threads.submit(() -> inbox.once(key, () -> {
            inside.countDown();
            await(free);
            effect();
        }));
        assertThat(inside.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();

        Processed second = elsewhere.once(key, () -> {
            throw new AssertionError("ran twice");
        });
        free.countDown();

        assertThat(second).isEqualTo(Processed.IN_FLIGHT);
        assertThat(first.get()).isEqualTo(Processed.PROCESSED);
    }

    @Test
    void once_insideACallersTransaction_holdsIfThatCommits() throws Exception {
        assertThatThrownBy(() -> transactions.run(transaction -> {
                    assertThat(inbox.once(key, this::effect)).isEqualTo(Processed.PROCESSED);
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(number("SELECT count(*) FROM effect")).isZero();

        Processed inside = transactions.run(transaction -> inbox.once(key, this::effect));

        assertThat(inside).isEqualTo(Processed.PROCESSED);
        assertThat(inbox.once(key, this::effect)).isEqualTo(Processed.DUPLICATE);
    }
}
