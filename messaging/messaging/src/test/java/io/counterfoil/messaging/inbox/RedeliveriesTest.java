package io.counterfoil.messaging.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.store.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Attempts in containers that deliver again by themselves. */
@Tag("SG-5")
class RedeliveriesTest {

    private static final MessageKey KEY = MessageKey.of("billing", "m");
    private final IllegalStateException failure = new IllegalStateException("no paper");

    private final Counts counts = new Counts();
    private final List<String> events = new ArrayList<>();
    private final Inbox inbox = inbox();
    private final Redeliveries redeliveries = inbox.redeliveries();

    private Inbox inbox() {
        return Inbox.builder(Idempotency.on(new InMemoryStore(InstantSource.system())))
                .attempts(counts)
                .listener(new Noting())
                .build();
    }

    @AfterEach
    void close() {
        inbox.close();
    }

    @Test
    void failures_pauseLonger_untilTheLimit() {
        List<Duration> pauses = new ArrayList<>();
        RedeliveryDecision last = redeliveries.failed(KEY, failure);
        while (last instanceof RedeliveryDecision.Again again) {
            pauses.add(again.pause());
            assertThat(redeliveries.begin(KEY, true)).isEmpty();
            last = redeliveries.failed(KEY, failure);
        }

        assertThat(pauses).extracting(Duration::toMillis).containsExactly(50L, 100L, 200L, 400L);
        assertThat(last).isEqualTo(new RedeliveryDecision.GiveUp("it failed 5 times, the last time by " + failure));
        assertThat(events).containsExactly("failed 1", "failed 2", "failed 3", "failed 4", "failed 5");
    }

    @Test
    void failures_ofOtherProcesses_count() {
        Inbox other = inbox();
        for (int i = 0; i < 4; i++) {
            other.redeliveries().failed(KEY, failure);
        }

        assertThat(redeliveries.failed(KEY, failure)).isInstanceOf(RedeliveryDecision.GiveUp.class);
        other.close();
    }

    @Test
    void message_thatEndsEachProcess_isUsedUp() {
        for (int i = 0; i < 5; i++) {
            Inbox crashing = inbox();
            assertThat(crashing.redeliveries().begin(KEY, true)).isEmpty();
            crashing.close();
        }

        assertThat(redeliveries.begin(KEY, true))
                .hasValueSatisfying(why -> assertThat(why).contains("5 times"));
    }

    @Test
    void messageThatIsNew_isNotCounted_whenItBegins() {
        assertThat(redeliveries.begin(KEY, false)).isEmpty();

        assertThat(counts.counts).isEmpty();
    }

    @Test
    void messageThatSucceeds_leavesNoCount() {
        redeliveries.failed(KEY, failure);
        redeliveries.ended(KEY);

        assertThat(counts.counts).isEmpty();
        assertThat(redeliveries.failed(KEY, failure)).isEqualTo(new RedeliveryDecision.Again(Duration.ofMillis(50)));
    }

    @Test
    void messageThatIsNew_sharesATransaction() {
        assertThat(redeliveries.beginShared(KEY, false)).isTrue();

        assertThat(counts.counts).isEmpty();
    }

    @Test
    void messageDeliveredBefore_andNotBegun_sharesATransaction() {
        assertThat(redeliveries.beginShared(KEY, true)).isTrue();

        assertThat(counts.counts).containsEntry(KEY, 1);
    }

    @Test
    void messageBegunBefore_isAlone_andCountedOnce() {
        counts.counts.put(KEY, 1);

        assertThat(redeliveries.beginShared(KEY, true)).isFalse();
        assertThat(redeliveries.begin(KEY, true)).isEmpty();

        assertThat(counts.counts).containsEntry(KEY, 2);
    }

    @Test
    void messageBegunTooOften_isUsedUp_afterItWasToShare() {
        counts.counts.put(KEY, 5);

        assertThat(redeliveries.beginShared(KEY, true)).isFalse();

        assertThat(redeliveries.begin(KEY, true))
                .hasValueSatisfying(why -> assertThat(why).contains("5 times"));
    }

    @Test
    void messageThatFailed_isAlone() {
        redeliveries.failed(KEY, failure);

        assertThat(redeliveries.beginShared(KEY, false)).isFalse();
    }

    @Test
    void attemptThatWasNotMade_isTakenBack_andSharesAgain() {
        redeliveries.beginShared(KEY, true);

        redeliveries.takeBack(KEY);

        assertThat(counts.counts).containsEntry(KEY, 0);
        assertThat(redeliveries.beginShared(KEY, true)).isTrue();
    }

    @Test
    void failure_isNotForgotten_whenALaterAttemptIsTakenBack() {
        redeliveries.failed(KEY, failure);
        redeliveries.begin(KEY, true);

        redeliveries.takeBack(KEY);

        assertThat(redeliveries.failed(KEY, failure)).isEqualTo(new RedeliveryDecision.Again(Duration.ofMillis(100)));
    }

    @Test
    void messageInFlight_isNotCounted() {
        redeliveries.begin(KEY, true);

        assertThat(redeliveries.inFlight(KEY)).isEqualTo(new RedeliveryDecision.Again(Duration.ofMillis(50)));
        assertThat(counts.counts).containsEntry(KEY, 0);
    }

    @Test
    void outageOfTheDatabase_isNotCounted() {
        StoreException away = new StoreException("away", new SQLException("no connection", "08006"));

        assertThat(redeliveries.failed(KEY, away)).isEqualTo(new RedeliveryDecision.Again(Duration.ofMillis(50)));
        assertThat(counts.counts).isEmpty();
        assertThat(events).isEmpty();
    }

    @Test
    void otherHandling_isEndedAtTheCeiling() {
        for (int i = 1; i < Redeliveries.CEILING; i++) {
            assertThat(redeliveries.failedUnderOtherHandling(KEY, failure))
                    .isInstanceOf(RedeliveryDecision.Again.class);
        }

        assertThat(redeliveries.failedUnderOtherHandling(KEY, failure)).isInstanceOf(RedeliveryDecision.GiveUp.class);
    }

    @Test
    void messageThatIsGivenUp_isRejected_andForgotten() {
        redeliveries.failed(KEY, failure);
        List<String> letters = new ArrayList<>();

        assertThat(redeliveries.giveUp(KEY, "used up", () -> letters.add("letter")))
                .isEqualTo(GivenUp.REJECTED);

        assertThat(letters).containsExactly("letter");
        assertThat(counts.counts).isEmpty();
        assertThat(events).containsExactly("failed 1", "rejected used up");
    }

    @Test
    void messageThatWasProcessedMeanwhile_isNotRejected() {
        assertThat(inbox.once(KEY, () -> {})).isEqualTo(Processed.PROCESSED);

        assertThat(redeliveries.giveUp(KEY, "used up", () -> events.add("letter")))
                .isEqualTo(GivenUp.PROCESSED);
        assertThat(events).containsExactly("processed");
    }

    @Test
    void messageWhoseDeadLetterFails_isKept() {
        redeliveries.failed(KEY, failure);

        assertThatIllegalStateException()
                .isThrownBy(() -> redeliveries.giveUp(KEY, "used up", () -> {
                    throw new IllegalStateException("no exchange");
                }))
                .withMessage("no exchange");
        assertThat(counts.counts).containsEntry(KEY, 1);
        assertThat(redeliveries.failed(KEY, failure)).isEqualTo(new RedeliveryDecision.Again(Duration.ofMillis(200)));
    }

    /** Counts in memory, as a database would for several processes. */
    private static final class Counts implements AttemptLog {

        private final Map<MessageKey, Integer> counts = new HashMap<>();

        @Override
        public int count(MessageKey key) {
            return counts.merge(key, 1, Integer::sum);
        }

        @Override
        public void uncount(MessageKey key) {
            counts.merge(key, -1, Integer::sum);
        }

        @Override
        public void forget(MessageKey key) {
            counts.remove(key);
        }
    }

    private final class Noting implements InboxListener {

        @Override
        public void processed(MessageKey key) {
            events.add("processed");
        }

        @Override
        public void duplicate(MessageKey key) {
            events.add("duplicate");
        }

        @Override
        public void failed(MessageKey key, int attempt, int maxAttempts, Throwable failure) {
            events.add("failed " + attempt);
        }

        @Override
        public void rejected(MessageKey key, String reason) {
            events.add("rejected " + reason);
        }
    }
}
