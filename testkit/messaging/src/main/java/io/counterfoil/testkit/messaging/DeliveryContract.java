package io.counterfoil.testkit.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.messaging.Receiver;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

/** The contract of messages and deliveries for every broker adapter. Extended by {@link BatchContract}. */
@Timeout(180)
public abstract class DeliveryContract {

    private String topic = "";
    private String queue = "";

    /**
     * {@return the broker, shared by all tests of a class}
     *
     * @throws Exception when the broker cannot be started
     */
    protected abstract BrokerUnderTest broker() throws Exception;

    @BeforeEach
    void uniqueNames() {
        String name = UUID.randomUUID().toString();
        topic = "signal.try." + name + ".role.one";
        queue = "queue-" + name;
    }

    private Message message(String text) {
        return Message.of(topic, text.getBytes(UTF_8)).withKey("key");
    }

    private void publish(Message message) throws Exception {
        broker().publisher().publish(message).toCompletableFuture().get(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Publishes until it is confirmed; a cut connection may require several attempts. */
    private void publishUntilConfirmed(Message message) throws Exception {
        for (int tries = 1; ; tries++) {
            try {
                publish(message);
                return;
            } catch (ExecutionException unconfirmed) {
                assertThat(tries).as("attempts until the broker confirms").isLessThan(200);
            }
        }
    }

    private AutoCloseable consume(Receiver receiver) throws Exception {
        return broker().consume(queue, List.of(topic), receiver);
    }

    private static String text(Delivery delivery) {
        return new String(delivery.message().body(), UTF_8);
    }

    @Test
    @Tag("CO-3")
    @Tag("SG-5")
    void message_isDeliveredAsPublished() throws Exception {
        Collected collected = new Collected();
        try (AutoCloseable consumer = consume(collected)) {
            Message message = message("body \u00e9")
                    .withId("id-1")
                    .withCorrelationId("abcd.1")
                    .withContentType("application/json")
                    .withHeader("x-one", "1");

            publish(message);

            Delivery delivery = collected.next();
            assertThat(delivery.message().topic()).isEqualTo(topic);
            assertThat(delivery.message().body()).isEqualTo(message.body());
            assertThat(delivery.message().id()).contains("id-1");
            assertThat(delivery.message().correlationId()).contains("abcd.1");
            assertThat(delivery.message().contentType()).contains("application/json");
            assertThat(delivery.message().header("x-one")).contains("1");
            delivery.accept();
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    @Tag("CO-3")
    @Tag("CO-12")
    void message_carriesAnExtensionOfTheWorkThatPublishedIt() throws Exception {
        Collected collected = new Collected();
        try (AutoCloseable consumer = consume(collected)) {
            Correlation.Scope work = Correlation.open(CorrelationId.parse("work.7"));
            try (work) {
                publish(message("first"));
                publish(message("second"));
            }

            List<Delivery> deliveries = collected.next(2);
            assertThat(deliveries)
                    .extracting(delivery -> delivery.message().correlationId().orElseThrow())
                    .doesNotHaveDuplicates()
                    .allMatch(id -> id.matches("work\\.7\\.[A-Za-z0-9_-]{4}"));
            deliveries.forEach(Delivery::accept);
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    @Tag("CO-5")
    @Tag("CO-12")
    void eachProcessing_runsUnderItsOwnExtensionOfTheMessagesId() throws Exception {
        String story = "story-" + UUID.randomUUID();
        BlockingQueue<String> processings = new LinkedBlockingQueue<>();
        AtomicInteger count = new AtomicInteger();
        Queue<CorrelationId> leaked = new ConcurrentLinkedQueue<>();
        Correlation.Listener leaks = new Correlation.Listener() {
            @Override
            public void replaced(CorrelationId old, CorrelationId next) {
                if (old.root().value().equals(story)) {
                    leaked.add(old);
                }
            }
        };
        Correlation.addListener(leaks);
        AutoCloseable consumer = broker().consume(queue, List.of(topic), delivery -> {
            processings.add(Correlation.current().map(CorrelationId::value).orElse("none") + " "
                    + MDC.get(Correlation.MDC_KEY));
            switch (count.incrementAndGet()) {
                case 1 -> throw new IllegalStateException("this once");
                case 2 -> delivery.giveBack();
                default -> delivery.accept();
            }
        });
        try (consumer) {
            publish(message("one").withCorrelationId(story));
            List<String> ids = List.of(next(processings), next(processings), next(processings));
            publish(message("two").withCorrelationId("other-" + story));
            next(processings);

            assertThat(ids)
                    .doesNotHaveDuplicates()
                    .allMatch(both -> both.matches("(" + story + "\\.[A-Za-z0-9_-]{3,6}) \\1"));
            assertThat(leaked)
                    .as("IDs that a thread had when its next processing began")
                    .isEmpty();
        } finally {
            Correlation.removeListener(leaks);
        }
    }

    @Test
    @Tag("CO-12")
    void messageWithABadId_orWithout_isProcessedUnderAnIdOfItsOwn() throws Exception {
        BlockingQueue<String> processings = new LinkedBlockingQueue<>();
        AutoCloseable consumer = broker().consume(queue, List.of(topic), delivery -> {
            processings.add(delivery.message().correlationId().orElse("none") + " " + MDC.get(Correlation.MDC_KEY));
            delivery.accept();
        });
        try (consumer) {
            publish(message("bad").withCorrelationId("a b"));
            publish(message("none"));

            assertThat(List.of(next(processings), next(processings)))
                    .doesNotHaveDuplicates()
                    .allMatch(both -> both.matches("([A-Za-z0-9_-]{16}) \\1\\.[A-Za-z0-9_-]{3,6}"));
        }
    }

    private static String next(BlockingQueue<String> processings) throws InterruptedException {
        String next = processings.poll(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(next).as("a processing within %s s", Collected.LIMIT_SECONDS).isNotNull();
        return next;
    }

    @Test
    void messagesOfOneKey_areDeliveredInOrder() throws Exception {
        Collected collected = new Collected();
        AutoCloseable consumer = broker().consume(queue, List.of(topic), delivery -> {
            collected.receive(delivery);
            delivery.accept();
        });
        try (consumer) {
            for (int i = 0; i < 100; i++) {
                publish(message("" + i));
            }

            assertThat(collected.next(100))
                    .extracting(DeliveryContract::text)
                    .containsExactlyElementsOf(
                            IntStream.range(0, 100).mapToObj(Integer::toString).toList());
        }
    }

    @Test
    @Tag("SG-5")
    void unsettledDelivery_isRepeatedToTheNextConsumer() throws Exception {
        Collected first = new Collected();
        try (AutoCloseable consumer = consume(first)) {
            publish(message("one"));
            first.next();
            assertThat(consumer).isNotNull();
        }

        Collected second = new Collected();
        try (AutoCloseable consumer = consume(second)) {
            Delivery again = second.next();
            assertThat(text(again)).isEqualTo("one");
            assertThat(again.isMaybeRedelivered()).isTrue();
            again.accept();
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    void acceptedDelivery_isNotRepeated() throws Exception {
        Collected first = new Collected();
        try (AutoCloseable consumer = consume(first)) {
            publish(message("one"));
            Delivery delivery = first.next();
            delivery.accept();
            delivery.giveBack();
            delivery.reject("too late");
            first.assertQuiet();
            assertThat(consumer).isNotNull();
        }

        Collected second = new Collected();
        try (AutoCloseable consumer = consume(second)) {
            publish(message("two"));
            Delivery next = second.next();
            assertThat(text(next)).isEqualTo("two");
            next.accept();
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    void returnedDelivery_isRepeated() throws Exception {
        Collected collected = new Collected();
        try (AutoCloseable consumer = consume(collected)) {
            publish(message("one"));
            collected.next().giveBack();

            Delivery again = collected.next();
            assertThat(text(again)).isEqualTo("one");
            assertThat(again.isMaybeRedelivered()).isTrue();
            again.accept();
            collected.assertQuiet();
            assertThat(consumer).isNotNull();
        }
    }

    /** The common pool has one thread on two processors and belongs to the application. */
    @Test
    @Tag("jdk21")
    void deliveryReturnedTwice_withCommonPoolOccupied_isRepeated() throws Exception {
        Collected collected = new Collected();
        CountDownLatch release = new CountDownLatch(1);
        List<ForkJoinTask<?>> occupying = IntStream.range(0, ForkJoinPool.getCommonPoolParallelism())
                .<ForkJoinTask<?>>mapToObj(i -> ForkJoinPool.commonPool().submit(() -> {
                    release.await();
                    return i;
                }))
                .toList();
        try (AutoCloseable consumer = consume(collected)) {
            publish(message("one"));
            collected.next().giveBack();
            collected.next().giveBack();

            Delivery again = collected.next();
            assertThat(text(again)).isEqualTo("one");
            again.accept();
            assertThat(consumer).isNotNull();
        } finally {
            release.countDown();
            occupying.forEach(ForkJoinTask::join);
        }
    }

    @Test
    @Tag("SG-1")
    void rejectedDelivery_isADeadLetterWithTheReason() throws Exception {
        Collected collected = new Collected();
        try (AutoCloseable consumer = consume(collected)) {
            publish(message("bad").withId("id-7").withHeader("x-one", "1"));
            collected.next().reject("kind: must be a text");

            Message dead = broker().nextDeadLetter(queue);
            assertThat(new String(dead.body(), UTF_8)).isEqualTo("bad");
            assertThat(dead.header(Delivery.REASON)).contains("kind: must be a text");
            assertThat(dead.header(Delivery.TOPIC)).contains(topic);
            assertThat(dead.header("x-one")).contains("1");
            assertThat(dead.id()).contains("id-7");
            collected.assertQuiet();
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    void longReason_isTruncated() throws Exception {
        Collected collected = new Collected();
        try (AutoCloseable consumer = consume(collected)) {
            publish(message("bad"));
            collected.next().reject("r".repeat(5_000));

            assertThat(broker().nextDeadLetter(queue).header(Delivery.REASON)).contains("r".repeat(512));
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    void heldDeliveries_doNotBlockOthers_andMayBeSettledInAnyOrder() throws Exception {
        Collected collected = new Collected();
        try (AutoCloseable consumer = consume(collected)) {
            for (int i = 0; i < 40; i++) {
                publish(message("" + i));
            }

            List<Delivery> held = collected.next(40);
            for (int i = 39; i >= 0; i--) {
                held.get(i).accept();
            }
            collected.assertQuiet();
            assertThat(consumer).isNotNull();
        }
        Collected next = new Collected();
        try (AutoCloseable consumer = consume(next)) {
            next.assertQuiet();
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    void receiverThatThrows_receivesTheMessageAgain() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Collected collected = new Collected();
        AutoCloseable consumer = broker().consume(queue, List.of(topic), delivery -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("this once");
            }
            collected.receive(delivery);
        });
        try (consumer) {
            publish(message("one"));

            Delivery again = collected.next();
            assertThat(text(again)).isEqualTo("one");
            again.accept();
            collected.assertQuiet();
        }
    }

    @Test
    void patterns_selectTopics() throws Exception {
        Collected collected = new Collected();
        String name = topic.split("\\.", -1)[2];
        AutoCloseable consumer = broker().consume(queue, List.of("signal.*." + name + ".#"), collected);
        try (consumer) {
            publish(message("other kind").withTopic("event.try." + name + ".role.one"));
            publish(message("other swarm").withTopic("signal.try.other-" + name + ".role.one"));
            publish(message("start").withTopic("signal.start." + name + ".role.one"));
            publish(message("stop").withTopic("signal.stop." + name + ".role.two"));

            List<Delivery> deliveries = collected.next(2);
            assertThat(deliveries).extracting(DeliveryContract::text).containsExactlyInAnyOrder("start", "stop");
            deliveries.forEach(Delivery::accept);
            collected.assertQuiet();
        }
    }

    @Test
    void twoQueues_getEachMessage_andTwoConsumersOfOneQueueShareThem() throws Exception {
        Collected one = new Collected();
        Collected two = new Collected();
        Collected other = new Collected();
        AutoCloseable first = consume(one);
        AutoCloseable second = consume(two);
        AutoCloseable third = broker().consume(queue + "-other", List.of(topic), other);
        try (first;
                second;
                third) {
            for (int i = 0; i < 20; i++) {
                publish(message("" + i).withKey("key-" + i));
            }

            List<Delivery> all = other.next(20);
            assertThat(all).extracting(DeliveryContract::text).doesNotHaveDuplicates();
            all.forEach(Delivery::accept);
            CountDownLatch shared = new CountDownLatch(20);
            settle(one, shared);
            settle(two, shared);
            assertThat(shared.await(Collected.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            other.assertQuiet();
        }
    }

    private static void settle(Collected collected, CountDownLatch settled) {
        Thread thread = new Thread(() -> {
            try {
                while (settled.getCount() > 0) {
                    collected.poll().ifPresent(delivery -> {
                        delivery.accept();
                        settled.countDown();
                    });
                }
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Test
    void unroutableMandatoryMessage_isReturned() throws Exception {
        Assumptions.assumeTrue(broker().returnsUnroutable(), "the broker keeps messages that have no consumer");
        Message lost = message("lost").withTopic("signal.unbound." + queue).mandatory();

        assertThatThrownBy(() -> publish(lost))
                .cause()
                .hasMessageContaining(lost.topic())
                .isInstanceOfSatisfying(
                        PublishException.class,
                        failure -> assertThat(failure.isReturned()).isTrue());
        publish(message("kept").withTopic("signal.unbound." + queue));
    }

    @Test
    @Tag("SG-5")
    void cutConnections_loseNothing() throws Exception {
        Collected collected = new Collected();
        try (AutoCloseable consumer = consume(collected)) {
            publish(message("held"));
            Delivery held = collected.next();

            broker().cutConnections();

            acceptAfterTheCut(List.of(held), collected);
            publishUntilConfirmed(message("after"));
            Delivery after = collected.next();
            assertThat(text(after)).isEqualTo("after");
            after.accept();
            assertThat(consumer).isNotNull();
        }
        assertNothingLeft();
    }

    @Test
    @Tag("SG-5")
    void killedAndRestartedBroker_hasWhatItConfirmed() throws Exception {
        Collected collected = new Collected();
        try (AutoCloseable consumer = consume(collected)) {
            publish(message("held"));
            publish(message("held"));
            List<Delivery> held = collected.next(2);

            broker().restart();

            acceptAfterTheCut(held, collected);
            publishUntilConfirmed(message("after"));
            Delivery after = collected.next();
            assertThat(text(after)).isEqualTo("after");
            after.accept();
            assertThat(consumer).isNotNull();
        }
        assertNothingLeft();
    }

    /**
     * Accepts the held deliveries, or their redeliveries if the broker makes them, because then the original deliveries
     * are invalid.
     */
    private void acceptAfterTheCut(List<Delivery> held, Collected collected) throws Exception {
        if (broker().redeliversAfterACut()) {
            for (Delivery again : collected.next(held.size())) {
                assertThat(text(again)).isEqualTo("held");
                again.accept();
            }
        }
        held.forEach(Delivery::accept);
    }

    /** No delivery is left, except a duplicate of a message that was published again because its confirm was lost. */
    private void assertNothingLeft() throws Exception {
        Collected next = new Collected();
        try (AutoCloseable consumer = consume(next)) {
            for (Optional<Delivery> left = next.poll(); left.isPresent(); left = next.poll()) {
                assertThat(text(left.get())).isEqualTo("after");
                left.get().accept();
            }
            assertThat(consumer).isNotNull();
        }
    }
}
