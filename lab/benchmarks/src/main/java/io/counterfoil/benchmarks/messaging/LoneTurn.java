package io.counterfoil.benchmarks.messaging;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.testkit.messaging.ObservedDelivery;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One turn of a contestant with one message at a time: the next is published when the last has been acknowledged after its commit. */
record LoneTurn(Broker broker, Contestant contestant, int messages) {

    private static final int LIMIT_MINUTES = 1;

    /**
     * The time from the call of the publisher to the acknowledgement after the commit, in milliseconds, for each message in order.
     *
     * @throws IllegalStateException if a message takes too long
     */
    List<Double> run() throws Exception {
        Turn turn = new Turn(broker, contestant, messages, false);
        BlockingQueue<Long> accepted = new LinkedBlockingQueue<>();
        List<Double> times = new ArrayList<>();
        AutoCloseable consumer = broker.consume(contestant.queue(), new Timed(contestant.receiver(), accepted));
        try (consumer) {
            // The first is there once the consumer is.
            for (int i = 0; i <= messages; i++) {
                long start = System.nanoTime();
                broker.publisher()
                        .publish(turn.message(i))
                        .toCompletableFuture()
                        .join();
                Long end = accepted.poll(LIMIT_MINUTES, TimeUnit.MINUTES);
                if (end == null) {
                    throw new IllegalStateException("message " + i + " of " + contestant.name() + " was not processed");
                }
                if (i > 0) {
                    times.add((end - start) / 1e6);
                }
            }
        }
        return times;
    }

    private record Timed(Receiver receiver, BlockingQueue<Long> accepted) implements Receiver {

        @Override
        public void receive(Delivery delivery) {
            receiver.receive(timed(delivery));
        }

        @Override
        public int maxBatch() {
            return receiver.maxBatch();
        }

        @Override
        public void receiveAll(List<Delivery> deliveries) {
            receiver.receiveAll(deliveries.stream().<Delivery>map(this::timed).toList());
        }

        private ObservedDelivery timed(Delivery delivery) {
            return ObservedDelivery.afterAccept(delivery, () -> accepted.add(System.nanoTime()));
        }
    }
}
