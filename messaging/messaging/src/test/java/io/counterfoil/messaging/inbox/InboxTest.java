package io.counterfoil.messaging.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.messaging.CapturedLog;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.testkit.thread.TestThreads;
import io.counterfoil.testkit.time.ManualScheduler;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How deliveries are brought to their end, step by step; with a real database and brokers it is the test kit's contract that tells. */
@Timeout(240)
class InboxTest {

    private static final Duration A_WHILE = Duration.ofMinutes(1);

    private final InMemoryStore store = new InMemoryStore(InstantSource.system());
    private final ManualScheduler timer = new ManualScheduler();
    private final Counted attempts = new Counted();
    private final List<String> handled = new ArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);
    private final TestThreads threads = new TestThreads();

    @AfterEach
    void endThreads() {
        threads.close();
    }

    private Inbox inbox() {
        return Inbox.builder(Idempotency.on(store))
                .timer(timer)
                .attempts(attempts)
                .maxAttempts(3)
                .build();
    }

    private static Message message(String id) {
        return Message.of("orders.placed", new byte[0]).withId(id);
    }

    private static HeldDelivery delivery(String id) {
        return new HeldDelivery(message(id), false);
    }

    /** Starts a delivery on another thread, and returns once its handler {@linkplain #stay stays}. */
    private Future<HeldDelivery> begin(Receiver receiver, HeldDelivery delivery) throws Exception {
        Future<HeldDelivery> work = threads.start(() -> {
            receiver.receive(delivery);
            return delivery;
        });
        TestThreads.await(begun);
        return work;
    }

    /** For a handler. */
    private void stay() throws Exception {
        begun.countDown();
        TestThreads.await(free);
    }

    private void end(Future<HeldDelivery> work) throws Exception {
        free.countDown();
        TestThreads.result(work);
    }

    private void note(Message message) {
        handled.add(message.id().orElseThrow());
    }

    @Test
    @Tag("SG-5")
    void message_isHandledOnce_andEveryDeliveryIsAccepted() {
        Receiver receiver = inbox().messages("billing", this::note);
        List<HeldDelivery> deliveries = List.of(delivery("a"), delivery("b"), delivery("a"));

        deliveries.forEach(receiver::receive);

        assertThat(handled).containsExactly("a", "b");
        assertThat(deliveries)
                .allSatisfy(delivery -> assertThat(delivery.settled()).containsExactly("accepted"));
        assertThat(attempts.counts).isEmpty();
    }

    @Test
    void messageWithoutAUsableId_isRejected_withTheReason() {
        Receiver receiver = inbox().messages("billing", this::note);
        HeldDelivery without = new HeldDelivery(Message.of("orders.placed", new byte[0]), false);
        HeldDelivery unreadable = delivery("a\u0001b");

        receiver.receive(without);
        receiver.receive(unreadable);

        assertThat(without.settled()).singleElement().asString().contains("no message id");
        assertThat(unreadable.settled()).singleElement().asString().contains("message id");
        assertThat(handled).isEmpty();
    }

    @Test
    @Tag("CO-3")
    @Tag("CO-12")
    void handler_runsUnderAnExtensionOfTheMessagesCorrelationId() {
        List<String> ids = new ArrayList<>();
        Receiver receiver = inbox().messages(
                        "billing",
                        message -> ids.add(
                                Correlation.current().map(CorrelationId::value).orElse("none")));

        receiver.receive(new HeldDelivery(message("a").withCorrelationId("abcd.7"), false));
        receiver.receive(new HeldDelivery(message("b").withCorrelationId("bad id\n"), false));

        assertThat(ids.get(0)).matches("abcd\\.7\\.[A-Za-z0-9_-]{4}");
        assertThat(ids.get(1)).matches("[A-Za-z0-9_-]{16}\\.[A-Za-z0-9_-]{4}");
        assertThat(Correlation.current()).isEmpty();
    }

    @Test
    @Tag("SG-5")
    void failingHandler_isRetriedWithoutAThread_thenRejected() {
        Receiver receiver = inbox().messages("billing", message -> {
            note(message);
            throw new IllegalStateException("no stock");
        });
        HeldDelivery delivery = delivery("a");

        receiver.receive(delivery);
        assertThat(handled).hasSize(1);
        assertThat(delivery.settled()).isEmpty();
        timer.advance(A_WHILE);

        assertThat(handled).hasSize(3);
        assertThat(delivery.settled())
                .singleElement()
                .asString()
                .contains("3 times")
                .contains("no stock");
        assertThat(attempts.counts).isEmpty();
        assertThat(timer.waiting()).isZero();
    }

    @Test
    @Tag("SG-5")
    void handlerThrowingAnError_isRetried_thenRejected() {
        Receiver receiver = inbox().messages("billing", message -> {
            note(message);
            throw new StackOverflowError("too deep");
        });
        HeldDelivery delivery = delivery("a");

        receiver.receive(delivery);
        timer.advance(A_WHILE);

        assertThat(handled).hasSize(3);
        assertThat(delivery.settled()).singleElement().asString().contains("too deep");
    }

    @Test
    void deliveryThatCannotBeEnded_onAThreadOfTheTimer_isGivenBack() {
        Receiver receiver = inbox().messages("billing", message -> {
            throw new IllegalStateException("no stock");
        });
        HeldDelivery delivery = delivery("a");
        receiver.receive(delivery);
        attempts.broken = new IllegalStateException("no store's failure");

        timer.advance(A_WHILE);

        assertThat(delivery.settled()).containsExactly("given back");
    }

    @Test
    void handlerThatFailsOnce_succeedsOnRetry_andClearsItsCount() {
        AtomicInteger runs = new AtomicInteger();
        Receiver receiver = inbox().messages("billing", message -> {
            if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("not yet");
            }
        });
        HeldDelivery delivery = delivery("a");

        receiver.receive(delivery);
        timer.advance(A_WHILE);

        assertThat(delivery.settled()).containsExactly("accepted");
        assertThat(attempts.counts).isEmpty();
    }

    @Test
    @Tag("SG-5")
    void messageThatKilledTooManyProcesses_isRejectedUntried() {
        attempts.counts.put("billing message a", 3);
        Receiver receiver = inbox().messages("billing", this::note);
        HeldDelivery delivery = new HeldDelivery(message("a"), true);

        receiver.receive(delivery);

        assertThat(handled).isEmpty();
        assertThat(delivery.settled()).singleElement().asString().contains("never ended");
    }

    @Test
    void processedMessage_withExceededAttempts_isAccepted() {
        Receiver receiver = inbox().messages("billing", this::note);
        receiver.receive(delivery("a"));
        attempts.counts.put("billing message a", 30);
        HeldDelivery again = new HeldDelivery(message("a"), true);

        receiver.receive(again);

        assertThat(again.settled()).containsExactly("accepted");
        assertThat(handled).hasSize(1);
        assertThat(attempts.counts).isEmpty();
    }

    @Test
    void redeliveredMessage_thatFails_countsEachTryOnce() {
        Receiver receiver = inbox().messages("billing", message -> {
            note(message);
            throw new IllegalStateException("always");
        });

        receiver.receive(new HeldDelivery(message("a"), true));
        timer.advance(A_WHILE);

        assertThat(handled).hasSize(3);
    }

    @Test
    @Tag("SG-4")
    void duplicatesOfAMessageAtWork_wait_andAreWokenWhenItIsDone() throws Exception {
        Receiver receiver = inbox().messages("billing", message -> {
            stay();
            note(message);
        });
        HeldDelivery original = delivery("a");
        Future<HeldDelivery> work = begin(receiver, original);
        List<HeldDelivery> duplicates =
                IntStream.range(0, 50).mapToObj(i -> delivery("a")).toList();

        duplicates.forEach(receiver::receive);
        assertThat(duplicates).allSatisfy(held -> assertThat(held.settled()).isEmpty());
        end(work);
        timer.advance(Duration.ZERO);

        assertThat(original.settled()).containsExactly("accepted");
        assertThat(duplicates).allSatisfy(held -> assertThat(held.settled()).containsExactly("accepted"));
        assertThat(handled).containsExactly("a");
        assertThat(timer.waiting()).isZero();
    }

    @Test
    @Tag("SG-5")
    void duplicatesOfAMessageThatIsRejected_areWokenToo() throws Exception {
        Receiver receiver = Inbox.builder(Idempotency.on(store))
                .timer(timer)
                .maxAttempts(1)
                .build()
                .messages("billing", message -> {
                    stay();
                    throw new IllegalStateException("no stock");
                });
        HeldDelivery original = delivery("a");
        Future<HeldDelivery> work = begin(receiver, original);
        HeldDelivery duplicate = delivery("a");
        receiver.receive(duplicate);
        assertThat(duplicate.settled()).isEmpty();

        end(work);
        timer.advance(Duration.ZERO);

        assertThat(List.of(original, duplicate))
                .allSatisfy(delivery -> assertThat(delivery.settled())
                        .singleElement()
                        .asString()
                        .contains("1 times", "no stock"));
    }

    @Test
    @Tag("SG-5")
    void redeliveries_ofAMessageInProgress_countNoAttempts() throws Exception {
        Receiver receiver = inbox().messages("billing", message -> stay());
        Future<HeldDelivery> work = begin(receiver, delivery("a"));
        List<HeldDelivery> duplicates = IntStream.range(0, 10)
                .mapToObj(i -> new HeldDelivery(message("a"), true))
                .toList();

        duplicates.forEach(receiver::receive);
        timer.advance(A_WHILE);
        assertThat(duplicates).allSatisfy(held -> assertThat(held.settled()).isEmpty());
        assertThat(attempts.counts.values()).containsExactly(0);
        end(work);
        timer.advance(Duration.ZERO);

        assertThat(duplicates).allSatisfy(held -> assertThat(held.settled()).containsExactly("accepted"));
        assertThat(attempts.counts).isEmpty();
    }

    @Test
    @Tag("SG-5")
    void copies_heldDuringAFailure_useUpNoAttempts() throws Exception {
        Receiver receiver = inbox().messages("billing", message -> {
            note(message);
            stay();
            throw new IllegalStateException("no stock");
        });
        Future<HeldDelivery> work = begin(receiver, delivery("a"));
        IntStream.range(0, 10)
                .mapToObj(i -> new HeldDelivery(message("a"), true))
                .forEach(receiver::receive);

        end(work);
        assertThat(attempts.counts.values()).as("attempts that were begun").containsExactly(1);
        timer.advance(Duration.ofMillis(50));

        assertThat(handled).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void databaseThatIsAway_isWaitedFor_andNothingIsCounted() {
        AtomicInteger calls = new AtomicInteger();
        Receiver receiver = inbox().messages("billing", message -> {
            if (calls.incrementAndGet() < 20) {
                throw new StoreException("reading", new IllegalStateException("no route"));
            }
        });
        HeldDelivery delivery = delivery("a");

        receiver.receive(delivery);
        timer.advance(Duration.ofMinutes(5));

        assertThat(delivery.settled()).containsExactly("accepted");
        assertThat(attempts.counts).isEmpty();
    }

    @Test
    @Tag("SG-5")
    void violationThatTheStoreReports_isCounted_andRejected() {
        Receiver receiver = inbox().messages("billing", message -> {
            note(message);
            throw new StoreException("committing", new SQLException("violates a foreign key", "23503"));
        });
        HeldDelivery delivery = delivery("a");

        receiver.receive(delivery);
        assertThat(attempts.counts).containsOnlyKeys("billing message a");
        timer.advance(A_WHILE);

        assertThat(handled).hasSize(3);
        assertThat(delivery.settled()).singleElement().asString().contains("3 times", "violates a foreign key");
        assertThat(attempts.counts).isEmpty();
        assertThat(timer.waiting()).isZero();
    }

    @Test
    @Tag("SG-5")
    void connectionThatBreaksAtTheCommit_isWaitedFor_andNotCounted() {
        Receiver receiver = inbox().messages("billing", message -> {
            note(message);
            if (handled.size() < 20) {
                throw new StoreException("committing", new SQLException("the server went away", "08006"));
            }
        });
        HeldDelivery delivery = delivery("a");

        receiver.receive(delivery);
        timer.advance(Duration.ofMinutes(5));

        assertThat(delivery.settled()).containsExactly("accepted");
        assertThat(attempts.counts).isEmpty();
    }

    @Test
    void failureThatRepeats_hasALineForEachRun_andOneTrace() {
        for (String state : List.of("23503", "08006")) {
            AtomicInteger runs = new AtomicInteger();
            Receiver receiver = inbox().messages("billing", message -> {
                runs.incrementAndGet();
                throw new StoreException("committing", new SQLException("it said " + state, state));
            });
            try (CapturedLog log = CapturedLog.of(Inbox.class)) {
                receiver.receive(delivery("logged " + state));
                timer.advance(Duration.ofSeconds(5));

                assertThat(log.told())
                        .hasSize(runs.get())
                        .hasSizeGreaterThan(2)
                        .allMatch(line -> line.contains("committing") && line.contains("it said " + state));
                assertThat(log.traces()).isOne();
            }
        }
    }

    @Test
    void whatWaitsTooLong_isGivenBack() {
        Receiver receiver = Inbox.builder(Idempotency.on(store))
                .timer(timer)
                .holdLimit(Duration.ofSeconds(30))
                .build()
                .messages("billing", message -> {
                    throw new StoreException("reading", new IllegalStateException("no route"));
                });
        HeldDelivery delivery = delivery("a");

        receiver.receive(delivery);
        timer.advance(Duration.ofSeconds(30).minusMillis(1));
        assertThat(delivery.settled()).isEmpty();
        timer.advance(Duration.ofMinutes(5));

        assertThat(delivery.settled()).containsExactly("given back");
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void whatWaitedForAsLongAsAllowed_isGivenBack() {
        Receiver receiver = Inbox.builder(Idempotency.on(store))
                .timer(timer)
                .holdLimit(Duration.ofMillis(50))
                .build()
                .messages("billing", message -> {
                    throw new StoreException("reading", new IllegalStateException("no route"));
                });
        HeldDelivery delivery = delivery("a");

        receiver.receive(delivery);
        timer.advance(Duration.ofMillis(50));

        assertThat(delivery.settled()).containsExactly("given back");
    }

    @Test
    void inboxThatIsClosed_givesBackWhatWaits_andWhatComes() {
        Inbox inbox = inbox();
        Receiver receiver = inbox.messages("billing", message -> {
            throw new IllegalStateException("not yet");
        });
        HeldDelivery waiting = delivery("a");
        receiver.receive(waiting);

        inbox.close();
        HeldDelivery late = delivery("b");
        receiver.receive(late);

        assertThat(waiting.settled()).containsExactly("given back");
        assertThat(late.settled()).containsExactly("given back");
    }

    @Test
    void settingsOutOfTheirLimits_areNamed() {
        Inbox.Builder builder = Inbox.builder(Idempotency.on(store))
                .maxAttempts(1)
                .maxAttempts(1_000)
                .holdLimit(Duration.ofNanos(1))
                .holdLimit(Duration.ofDays(1));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.maxAttempts(1_001))
                .withMessageContaining("1000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.holdLimit(Duration.ofDays(1).plusNanos(1)))
                .withMessageContaining("a day");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.maxAttempts(0))
                .withMessageContaining("1000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.holdLimit(Duration.ZERO))
                .withMessageContaining("a day");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Inbox.builder(Idempotency.on(store, LeasePolicy.DEFAULT)))
                .withMessageContaining("transactional");
    }

    /** Attempts in memory. */
    private static final class Counted implements AttemptLog {

        private final Map<String, Integer> counts = new HashMap<>();
        private @Nullable RuntimeException broken;

        @Override
        public int count(MessageKey key) {
            if (broken != null) {
                throw broken;
            }
            return counts.merge(key.toString(), 1, Integer::sum);
        }

        @Override
        public void uncount(MessageKey key) {
            counts.merge(key.toString(), -1, Integer::sum);
        }

        @Override
        public void forget(MessageKey key) {
            counts.remove(key.toString());
        }
    }
}
