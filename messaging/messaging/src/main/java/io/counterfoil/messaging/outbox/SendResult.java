package io.counterfoil.messaging.outbox;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What became of messages that were given out. One that is in neither was not confirmed, and stays.
 *
 * @param confirmed the positions of those that the broker has confirmed
 * @param refused the positions of those that the broker refused although they were published alone, and why
 */
public record SendResult(Collection<Long> confirmed, Map<Long, String> refused) {

    /**
     * Copies both collections.
     *
     * @param confirmed positions; may be empty
     * @param refused reasons by position; may be empty
     */
    public SendResult {
        confirmed = List.copyOf(confirmed);
        refused = Map.copyOf(refused);
    }

    /**
     * {@return a result in which no message was refused}
     *
     * @param confirmed the positions of the confirmed messages
     */
    public static SendResult confirmed(Collection<Long> confirmed) {
        return new SendResult(confirmed, Map.of());
    }
}
