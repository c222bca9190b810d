package io.counterfoil.benchmarks.messaging;

import io.counterfoil.messaging.Receiver;

/**
 * A way to process messages, each with a booking in its own database.
 *
 * @param name the name in the table
 * @param queue the queue of its messages
 * @param receiver processes the messages
 * @param bookings the number of rows
 * @param settled whether all resulting messages have been sent, such as those of an outbox
 * @param signals whether its messages are signals, with the envelope
 */
record Contestant(String name, String queue, Receiver receiver, Count bookings, Settled settled, boolean signals) {

    /** A number of rows. */
    @FunctionalInterface
    interface Count {

        long get() throws Exception;
    }

    /** Whether everything is done. */
    @FunctionalInterface
    interface Settled {

        boolean isReached() throws Exception;
    }
}
