package io.counterfoil.benchmarks.messaging;

import io.counterfoil.benchmarks.load.ThreadCosts;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.testkit.database.CountingSockets;
import io.counterfoil.testkit.messaging.ObservedDelivery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One turn of a contestant: its messages wait in the broker and are then all processed once.
 *
 * @param backlog whether the messages are published before the consumer starts; otherwise the consumer starts first,
 *     and begins to process when all have been published
 */
record Turn(Broker broker, Contestant contestant, int messages, boolean backlog) {

    private static final int LIMIT_MINUTES = 10;
    private static final byte[] BODY = new byte[200];

    /**
     * What came of a turn.
     *
     * @param rate messages per second, from the start of processing to the last acknowledgement, and to the last outcome if there
     *     are outcomes
     * @param sent what the database was sent meanwhile
     * @param costs what this process's threads have cost meanwhile
     */
    record Result(double rate, CountingSockets.Sent sent, ThreadCosts costs) {}

    /**
     * Processes the messages.
     *
     * @throws IllegalStateException if it takes too long, or the number of bookings differs from that of messages
     */
    Result run() throws Exception {
        long before = contestant.bookings().get();
        publish(0, backlog ? messages : 1);
        CountDownLatch accepted = new CountDownLatch(messages);
        CountDownLatch here = new CountDownLatch(1);
        CountDownLatch begin = new CountDownLatch(1);
        long start = System.nanoTime();
        AutoCloseable consumer =
                broker.consume(contestant.queue(), new Counting(contestant.receiver(), accepted, here, begin));
        try (consumer) {
            if (!backlog) {
                await(here);
                publish(1, messages);
                start = System.nanoTime();
            }
            CountingSockets.Sent sent = CountingSockets.sent();
            ThreadCosts costs = ThreadCosts.of("");
            begin.countDown();
            await(accepted);
            while (!contestant.settled().isReached()) {
                Thread.sleep(1);
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            sent = CountingSockets.sent().since(sent);
            costs = ThreadCosts.of("").since(costs);
            long bookings = contestant.bookings().get() - before;
            if (bookings != messages) {
                throw new IllegalStateException(
                        contestant.name() + " made " + bookings + " bookings for " + messages + " messages");
            }
            return new Result(messages / seconds, sent, costs);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(LIMIT_MINUTES, TimeUnit.MINUTES)) {
                throw new IllegalStateException(latch.getCount() + " messages were not processed");
            }
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    /**
     * Waits for the begin, and counts what is accepted.
     *
     * @param here opens when the first delivery has come
     */
    private record Counting(Receiver receiver, CountDownLatch accepted, CountDownLatch here, CountDownLatch begin)
            implements Receiver {

        @Override
        public void receive(Delivery delivery) {
            here.countDown();
            await(begin);
            receiver.receive(ObservedDelivery.afterAccept(delivery, accepted::countDown));
        }

        @Override
        public int maxBatch() {
            return receiver.maxBatch();
        }

        @Override
        public void receiveAll(List<Delivery> deliveries) {
            here.countDown();
            await(begin);
            receiver.receiveAll(deliveries.stream()
                    .<Delivery>map(delivery -> ObservedDelivery.afterAccept(delivery, accepted::countDown))
                    .toList());
        }
    }

    private void publish(int from, int to) {
        List<CompletableFuture<Void>> confirms = new ArrayList<>();
        for (int i = from; i < to; i++) {
            confirms.add(broker.publisher().publish(message(i)).toCompletableFuture());
        }
        confirms.forEach(CompletableFuture::join);
    }

    /** The message with this number. */
    Message message(int number) {
        String id = UuidV7.shared().generate().toString();
        Message message = contestant.signals()
                ? signal(id, number).toMessage()
                : Message.of("any", BODY).withKey(id);
        return message.withTopic(broker.topic(contestant.queue())).withId(id);
    }

    private static Signal signal(String key, int number) {
        return new Signal(
                Instant.now(),
                "book",
                "bench",
                new SwarmScope("swarm-" + number % 1_000, "booker", SwarmScope.ALL),
                CorrelationId.fresh(),
                new RequestId(key),
                Data.EMPTY);
    }
}
