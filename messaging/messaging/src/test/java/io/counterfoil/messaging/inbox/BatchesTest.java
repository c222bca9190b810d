package io.counterfoil.messaging.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.Pause;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.testkit.time.ManualScheduler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deliveries that come together; with a real database and brokers the test kit's contract tells. */
@Timeout(60)
@Tag("SG-5")
class BatchesTest {

    private static final Duration A_WHILE = Duration.ofMinutes(1);

    private final InMemoryStore store = new InMemoryStore(InstantSource.system());
    private final ManualScheduler timer = new ManualScheduler();
    private final List<String> handled = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private final Counts attempts = new Counts();

    private Inbox inbox(Idempotency engine) {
        return Inbox.builder(engine)
                .timer(timer)
                .attempts(attempts)
                .maxAttempts(3)
                .listener(new InboxListener() {
                    @Override
                    public void processed(MessageKey key) {
                        heard.add(key.id() + " processed " + corrId());
                    }

                    @Override
                    public void duplicate(MessageKey key) {
                        heard.add(key.id() + " duplicate " + corrId());
                    }
                })
                .build();
    }

    private Receiver receiver(MessageHandler handler) {
        return inbox(timeless(store)).messages("billing", handler);
    }

    /** An engine whose time stands still, so that no batch is cut short on a slow machine. */
    private static Idempotency timeless(ClaimStore store) {
        return Idempotency.on(store).toBuilder().waiting(Pause.REAL, () -> 0).build();
    }

    private static String corrId() {
        return Correlation.current().map(CorrelationId::value).orElse("none");
    }

    private void note(Message message) {
        handled.add(message.id().orElseThrow());
    }

    private static List<HeldDelivery> deliveries(String... ids) {
        return Stream.of(ids)
                .map(id -> new HeldDelivery(
                        Message.of("orders.placed", new byte[0]).withId(id).withCorrelationId("c-" + id), false))
                .toList();
    }

    private static void receive(Receiver receiver, List<HeldDelivery> deliveries) {
        receiver.receiveAll(List.<Delivery>copyOf(deliveries));
    }

    @Test
    void batch_isHandledInOrder_andAllAreAccepted() {
        List<HeldDelivery> deliveries = deliveries("a", "b", "c");

        receive(receiver(this::note), deliveries);

        assertThat(handled).containsExactly("a", "b", "c");
        assertThat(deliveries)
                .allSatisfy(delivery -> assertThat(delivery.settled()).containsExactly("accepted"));
    }

    @Test
    void delivery_isAcceptedAfterTheTransaction_notBefore() {
        List<HeldDelivery> deliveries = deliveries("a", "b");
        Receiver receiver = receiver(message -> assertThat(deliveries)
                .allSatisfy(each -> assertThat(each.settled()).isEmpty()));

        receive(receiver, deliveries);

        assertThat(deliveries).allSatisfy(each -> assertThat(each.settled()).containsExactly("accepted"));
    }

    @Test
    void duplicateInABatch_isNotHandled_andAccepted() {
        List<HeldDelivery> deliveries = deliveries("a", "b", "a");

        receive(receiver(this::note), deliveries);

        assertThat(handled).containsExactly("a", "b");
        assertThat(heard)
                .map(line -> line.substring(0, 11))
                .containsExactly("a processed", "b processed", "a duplicate");
        assertThat(deliveries.get(2).settled()).containsExactly("accepted");
    }

    @Test
    void failedMessage_isHeldAlone_andTheOthersAreAccepted() {
        List<HeldDelivery> deliveries = deliveries("a", "poison", "b");
        Receiver receiver = receiver(message -> {
            note(message);
            if (message.id().orElseThrow().equals("poison")) {
                throw new IllegalStateException("always");
            }
        });

        receive(receiver, deliveries);

        assertThat(handled).containsExactly("a", "poison", "b");
        assertThat(deliveries.get(0).settled()).containsExactly("accepted");
        assertThat(deliveries.get(1).settled()).isEmpty();
        assertThat(deliveries.get(2).settled()).containsExactly("accepted");
    }

    @Test
    void failedMessage_isRetriedAlone_thenRejected() {
        List<HeldDelivery> deliveries = deliveries("a", "poison");
        Receiver receiver = receiver(message -> {
            note(message);
            if (message.id().orElseThrow().equals("poison")) {
                throw new StackOverflowError("too deep");
            }
        });

        receive(receiver, deliveries);
        timer.advance(A_WHILE);

        assertThat(handled).containsExactly("a", "poison", "poison", "poison");
        assertThat(deliveries.get(1).settled()).singleElement().asString().contains("3 times", "too deep");
    }

    @Test
    @Tag("CO-3")
    void handlerAndListener_runUnderTheMessagesOwnExtension() {
        List<String> ids = new ArrayList<>();

        receive(receiver(message -> ids.add(corrId())), deliveries("a", "b"));

        assertThat(ids.get(0)).matches("c-a\\.[A-Za-z0-9_-]{4,}");
        assertThat(ids.get(1)).matches("c-b\\.[A-Za-z0-9_-]{4,}");
        assertThat(heard).containsExactly("a processed " + ids.get(0), "b processed " + ids.get(1));
        assertThat(Correlation.current()).isEmpty();
    }

    @Test
    void messageWithoutAnId_isRejected_andTheOthersAreHandled() {
        HeldDelivery without = new HeldDelivery(Message.of("orders.placed", new byte[0]), false);
        HeldDelivery with = deliveries("a").get(0);

        receive(receiver(this::note), List.of(without, with));

        assertThat(without.settled()).singleElement().asString().contains("no message id");
        assertThat(with.settled()).containsExactly("accepted");
    }

    @Test
    void messageBegunBefore_sharesNoTransaction_andCountsAlone() {
        attempts.counts.put("billing message b", 1);
        List<Integer> begunOfOthers = new ArrayList<>();
        List<HeldDelivery> deliveries = Stream.of("a", "b", "c")
                .map(id -> new HeldDelivery(
                        Message.of("orders.placed", new byte[0]).withId(id), true))
                .toList();
        Receiver receiver = receiver(message -> {
            note(message);
            if (message.id().orElseThrow().equals("b")) {
                begunOfOthers.add(attempts.counts.size());
            }
        });

        receive(receiver, deliveries);

        assertThat(handled).containsExactly("a", "b", "c");
        assertThat(begunOfOthers).as("attempts counted while b runs").containsExactly(1);
        assertThat(attempts.counts).isEmpty();
    }

    @Test
    void outageOfTheDatabase_holdsAll_andCountsNothing() {
        FailingUnits failing = new FailingUnits(store);
        Receiver receiver = inbox(timeless(failing)).messages("billing", this::note);
        List<HeldDelivery> deliveries = deliveries("a", "b");
        failing.outages = 1;

        receive(receiver, deliveries);
        assertThat(handled).isEmpty();
        timer.advance(A_WHILE);

        assertThat(handled).containsExactlyInAnyOrder("a", "b");
        assertThat(attempts.counts).isEmpty();
    }

    @Test
    void conflict_isFollowedByOneByOne_inOrder() {
        FailingUnits failing = new FailingUnits(store);
        Receiver receiver = inbox(timeless(failing)).messages("billing", this::note);
        failing.conflicts = 1;

        receive(receiver, deliveries("a", "b", "c"));

        assertThat(handled).as("undone, then one by one").containsExactly("a", "b", "c", "a", "b", "c");
        assertThat(heard).hasSize(3);
        assertThat(failing.units).isEqualTo(1 + 3);
    }

    @Test
    void conflict_halvesTheBatch_untilAttemptsEndWell() {
        FailingUnits failing = new FailingUnits(store);
        Receiver receiver = inbox(timeless(failing)).messages("billing", this::note);
        assertThat(receiver.maxBatch()).isEqualTo(Inbox.Builder.MAX_BATCH);
        failing.conflicts = 1;

        receive(receiver, deliveries("a", "b"));
        int halved = receiver.maxBatch();
        for (int i = 0; i < Inbox.Builder.MAX_BATCH; i++) {
            receive(receiver, deliveries("m" + i));
        }

        assertThat(halved).isEqualTo(Inbox.Builder.MAX_BATCH / 2);
        assertThat(receiver.maxBatch()).isEqualTo(Inbox.Builder.MAX_BATCH);
    }

    @Test
    void batchOfOne_hasOneUnit_asWithoutBatches() {
        FailingUnits counted = new FailingUnits(store);
        Receiver receiver = inbox(timeless(counted)).messages("billing", this::note);

        receive(receiver, deliveries("a"));

        assertThat(counted.units).isOne();
        assertThat(counted.parts).isZero();
    }

    @Test
    void maxBatch_outOfItsRange_isRefused() {
        Inbox.Builder builder = Inbox.builder(timeless(store));

        for (int wrong : new int[] {0, -1, Inbox.Builder.LARGEST_BATCH + 1}) {
            assertThatIllegalArgumentException().isThrownBy(() -> builder.maxBatch(wrong));
        }
    }

    /** Counts in memory. */
    private static final class Counts implements AttemptLog {

        final Map<String, Integer> counts = new HashMap<>();

        @Override
        public int count(MessageKey key) {
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
