package io.counterfoil.messaging.outbox;

import java.util.List;

/** What a call has met. */
public sealed interface RelayResult {

    /** Another relay is publishing. */
    record Busy() implements RelayResult {}

    /**
     * The messages that were given out.
     *
     * @param taken how many messages were given out
     * @param sent how many of them were sent, and removed
     * @param last the position of the last message that was read; {@code after} where there was none
     * @param more whether there may be more after it
     * @param setAside those that were set aside by this call
     */
    record Done(int taken, int sent, long last, boolean more, List<SetAsideMessage> setAside) implements RelayResult {

        /**
         * Copies the list.
         *
         * @param taken not negative
         * @param sent at most {@code taken}
         * @param last a position
         * @param more whether there may be more
         * @param setAside may be empty
         */
        public Done {
            setAside = List.copyOf(setAside);
        }
    }
}
