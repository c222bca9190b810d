package io.counterfoil.benchmarks.messaging;

import io.counterfoil.messaging.Receiver;

/**
 * A way to process messages, each with a booking in a database of its own.
 *
 * @param name as it stands in the table
 * @param queue where its messages wait
 * @param receiver processes them
 * @param bookings how many rows there are
 * @param settled whether nothing is on its way any more that the processing has left: an outbox
 * @param signals whether its messages are signals, with the envelope
 */
record Contestant(String name, String queue, Receiver receiver, Count bookings, Settled settled, boolean signals) {

    /** A number of rows. */
    @FunctionalInterface
    interface Count {

        long get() throws Exception;
    }

    /** Whether all is done. */
    @FunctionalInterface
    interface Settled {

        boolean isReached() throws Exception;
    }
}
