package io.counterfoil.messaging.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Extension;
import io.counterfoil.correlation.Snapshot;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.messaging.CapturedLog;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.testkit.time.ManualScheduler;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

/** How often and when a delivery is tried, and what its count is worth when that cannot be read or forgotten. */
@Tag("SG-5")
@Timeout(240)
class AttemptsTest {

    private static final Duration A_WHILE = Duration.ofMinutes(1);
    private static final Duration TICK = Duration.ofMillis(50);

    /** All ten attempts are made within one tick of the clock, so that two of their IDs may be equal by chance. */
    private static final int FEWEST_IDS = 7;

    private final ManualScheduler timer = new ManualScheduler();
    private final Unreliable attempts = new Unreliable();
    private final List<String> handled = new ArrayList<>();

    private Inbox.Builder inbox() {
        return Inbox.builder(Idempotency.on(new InMemoryStore(InstantSource.system())))
                .timer(timer)
                .maxAttempts(3);
    }

    private Receiver failing(Inbox inbox) {
        return inbox.messages("billing", message -> {
            handled.add(message.id().orElseThrow());
            throw new IllegalStateException("no stock");
        });
    }

    private static HeldDelivery delivery(boolean redelivered) {
        return new HeldDelivery(Message.of("orders.placed", new byte[0]).withId("a"), redelivered);
    }

    @Test
    void onlyTry_isTheLastOne() {
        HeldDelivery delivery = delivery(false);

        failing(inbox().attempts(attempts).maxAttempts(1).build()).receive(delivery);

        assertThat(handled).hasSize(1);
        assertThat(delivery.settled()).singleElement().asString().contains("1 times", "no stock");
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void withoutALog_aProcessCountsWhatItHasSeen() {
        HeldDelivery delivery = delivery(true);

        failing(inbox().build()).receive(delivery);
        timer.advance(A_WHILE);

        assertThat(handled).hasSize(3);
        assertThat(delivery.settled()).singleElement().asString().contains("3 times");
    }

    @Test
    void messageThatWasBegunOnceLessThanAllowed_isBegunOnceMore() {
        attempts.counts.put("billing message a", 2);
        HeldDelivery delivery = delivery(true);

        inbox().attempts(attempts)
                .build()
                .messages("billing", message -> handled.add("a"))
                .receive(delivery);

        assertThat(handled).containsExactly("a");
        assertThat(delivery.settled()).containsExactly("accepted");
        assertThat(attempts.counts).isEmpty();
    }

    @Test
    void pauses_growFrom50MillisecondsTo5Seconds() {
        failing(inbox().maxAttempts(10).build()).receive(delivery(false));
        List<Integer> pauses = new ArrayList<>();
        for (int ticks = 1; handled.size() < 10; ticks++) {
            int before = handled.size();
            timer.advance(TICK);
            if (handled.size() > before) {
                pauses.add(ticks);
                ticks = 0;
            }
        }

        assertThat(pauses).containsExactly(1, 2, 4, 8, 16, 32, 64, 100, 100);
    }

    @Test
    void countThatCannotBeRead_isWaitedFor_beforeAnythingRuns() {
        attempts.failures = 2;
        HeldDelivery delivery = delivery(true);

        failing(inbox().attempts(attempts).build()).receive(delivery);
        assertThat(handled).isEmpty();
        timer.advance(A_WHILE);

        assertThat(handled).hasSize(3);
        assertThat(delivery.settled()).singleElement().asString().contains("3 times");
    }

    @Test
    void failureThatCannotBeCounted_costsNoAttempt() {
        attempts.failures = 1;
        HeldDelivery delivery = delivery(false);

        failing(inbox().attempts(attempts).build()).receive(delivery);
        assertThat(delivery.settled()).isEmpty();
        timer.advance(A_WHILE);

        assertThat(handled).hasSize(4);
        assertThat(delivery.settled()).singleElement().asString().contains("3 times");
    }

    @Test
    void countThatCannotBeForgotten_costsNoAcceptance() {
        attempts.counts.put("billing message a", 1);
        attempts.forgets = false;
        HeldDelivery delivery = delivery(true);

        inbox().attempts(attempts)
                .build()
                .messages("billing", message -> handled.add("a"))
                .receive(delivery);

        assertThat(delivery.settled()).containsExactly("accepted");
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void failure_isRecorded_withTheNextPause() {
        failing(inbox().attempts(attempts).build()).receive(delivery(false));

        assertThat(attempts.recorded)
                .containsExactly("1 failed, java.lang.IllegalStateException: no stock, next in PT0.05S");
    }

    @Test
    void deadLetter_isRecorded_beforeTheMessageIsRejected() {
        HeldDelivery delivery = delivery(false);
        attempts.recording = () -> assertThat(delivery.settled()).isEmpty();

        failing(inbox().attempts(attempts).maxAttempts(1).build()).receive(delivery);

        assertThat(attempts.recorded)
                .singleElement()
                .asString()
                .startsWith("1 failed, to be rejected: it failed 1 times");
        assertThat(delivery.settled()).hasSize(1);
        assertThat(attempts.counts).isEmpty();
    }

    @Test
    void deadLetterThatCannotBeRecordedNow_isRejectedLater() {
        HeldDelivery delivery = delivery(false);
        attempts.recording = () -> {
            attempts.recording = () -> {};
            throw new StoreException("recording", new IllegalStateException("no route"));
        };

        failing(inbox().attempts(attempts).maxAttempts(1).build()).receive(delivery);
        assertThat(delivery.settled()).isEmpty();
        timer.advance(A_WHILE);

        assertThat(delivery.settled()).hasSize(1);
    }

    @Test
    void deadLetterThatTheDatabaseRefuses_isRejectedAllTheSame() {
        HeldDelivery delivery = delivery(false);
        attempts.recording = () -> {
            throw new StoreException("recording", new SQLException("value too long", "22001"));
        };

        failing(inbox().attempts(attempts).maxAttempts(1).build()).receive(delivery);

        assertThat(delivery.settled()).hasSize(1);
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void timerThatHasEnded_givesBackWhatWouldWait() {
        Receiver receiver = failing(inbox().attempts(attempts).build());
        timer.shutdown();
        HeldDelivery delivery = delivery(false);

        receiver.receive(delivery);

        assertThat(delivery.settled()).containsExactly("given back");
    }

    @Test
    void timerOfTheCallers_isNotShutDown_andASecondCloseDoesNothing() {
        Inbox inbox = inbox().build();

        inbox.close();
        inbox.close();

        assertThat(timer.isShutdown()).isFalse();
    }

    @Test
    @Tag("CO-12")
    @Tag("CO-5")
    void eachAttempt_runsUnderItsOwnExtensionOfTheMessagesId() {
        List<String> ids =
                attempted(Message.of("orders.placed", new byte[0]).withId("a").withCorrelationId("abcd.7"));

        assertThat(ids).hasSize(10).allMatch(id -> id.matches("abcd\\.7\\.[A-Za-z0-9_-]{5}"));
        assertThat(Set.copyOf(ids)).hasSizeGreaterThan(FEWEST_IDS);
        assertThat(Correlation.current()).isEmpty();
        assertThat(MDC.get(Correlation.MDC_KEY)).isNull();
    }

    @Test
    @Tag("CO-12")
    @Tag("CO-10")
    void attempts_ofAMessageWithoutAValidId_shareOneRoot() {
        Message message = Message.of("orders.placed", new byte[0]);
        for (Message one : List.of(message.withId("a"), message.withId("b").withCorrelationId("bad id\n"))) {
            List<CorrelationId> ids =
                    attempted(one).stream().map(CorrelationId::parse).toList();

            assertThat(ids).hasSize(10);
            assertThat(Set.copyOf(ids)).hasSizeGreaterThan(FEWEST_IDS);
            assertThat(ids)
                    .extracting(CorrelationId::root)
                    .containsOnly(ids.get(0).root());
        }
    }

    @Test
    @Tag("CO-12")
    void firstAttempt_usesTheConsumersId_laterOnesTheirOwn() {
        Message message = Message.of("orders.placed", new byte[0]).withId("a").withCorrelationId("abcd.7");
        Correlation.Scope consumer = message.processing(Extension.DEFAULT);
        List<String> ids;
        try (consumer) {
            ids = attempted(message);
            assertThat(Correlation.current()).isEqualTo(consumer.id());
        }

        assertThat(ids.get(0)).isEqualTo(consumer.toString());
        assertThat(Set.copyOf(ids)).hasSizeGreaterThan(FEWEST_IDS);
        assertThat(ids.subList(1, ids.size())).doesNotContain(ids.get(0));
    }

    @Test
    @Tag("CO-8")
    void receiver_withinALoopsScope_usesMessagesIdThenRestores() {
        CapturedLog log = CapturedLog.of(Correlation.class);
        Correlation.Scope loop = Correlation.begin();
        try (log;
                loop) {
            Receiver receiver = inbox().build().messages("billing", message -> handled.add(MDC.get("corr_id")));

            receiver.receive(new HeldDelivery(
                    Message.of("orders.placed", new byte[0]).withId("a").withCorrelationId("abcd.7"), false));

            String id = handled.get(0);
            assertThat(id).startsWith("abcd.7.");
            assertThat(log.told())
                    .containsExactly(
                            "%s: Replacing correlation id [corr_id=%s] [new_corr_id=%s]".formatted(loop, loop, id),
                            "%s: Replaced correlation id [corr_id=%s] [old_corr_id=%s]".formatted(id, id, loop));
            assertThat(Correlation.current()).isEqualTo(loop.id());
        }
    }

    /** The IDs of the ten attempts at a message. */
    private List<String> attempted(Message message) {
        List<String> ids = new ArrayList<>();
        Receiver receiver = inbox().maxAttempts(10).build().messages("billing", handled -> {
            assertThat(Correlation.current()).hasToString("Optional[" + MDC.get(Correlation.MDC_KEY) + "]");
            ids.add(MDC.get(Correlation.MDC_KEY));
            throw new IllegalStateException("no stock");
        });
        receiver.receive(new HeldDelivery(message, false));
        Snapshot.nothing().wrap((Runnable) () -> timer.advance(A_WHILE)).run();
        return ids;
    }

    /** Attempts in memory, which are not always at hand. */
    private static final class Unreliable implements AttemptLog {

        private final Map<String, Integer> counts = new HashMap<>();
        private final List<String> recorded = new ArrayList<>();
        private int failures;
        private boolean forgets = true;
        private Runnable recording = () -> {};

        @Override
        public void failed(MessageKey key, int attempts, String failure, Duration pause) {
            recorded.add(attempts + " failed, " + failure + ", next in " + pause);
        }

        @Override
        public void rejecting(MessageKey key, int attempts, String reason, Optional<MessageOrigin> origin) {
            recording.run();
            recorded.add(attempts + " failed, to be rejected: " + reason);
        }

        @Override
        public int count(MessageKey key) {
            if (failures > 0) {
                failures--;
                throw new StoreException("counting", new IllegalStateException("no route"));
            }
            return counts.merge(key.toString(), 1, Integer::sum);
        }

        @Override
        public void uncount(MessageKey key) {
            counts.merge(key.toString(), -1, Integer::sum);
        }

        @Override
        public void forget(MessageKey key) {
            if (!forgets) {
                throw new StoreException("forgetting", new IllegalStateException("no route"));
            }
            counts.remove(key.toString());
        }
    }
}
