package io.counterfoil.messaging.deadletter;

import io.counterfoil.messaging.MessageOrigin;

/** Finds dead letters at a broker, for {@link DeadLetters}. An adapter's. Thread-safe. */
public interface DeadLetterBroker {

    /**
     * {@return whether dead letters of this origin are at this broker}
     *
     * @param origin where a message was delivered from
     */
    boolean serves(MessageOrigin origin);

    /**
     * Publishes a dead letter to the queue or the partition that it came from, as it was before its rejection, and removes it where the broker can,
     * once the broker has confirmed the copy. Ended in between, the dead letter is still there, and a further call publishes a further copy,
     * which the inbox recognises.
     *
     * @param origin one that this broker serves
     * @return false when the broker has no such dead letter
     * @throws DeadLetterException when it is unknown whether it was published, or it could not be searched for
     */
    boolean requeue(MessageOrigin origin);

    /**
     * Removes a dead letter, where the broker can.
     *
     * @param origin one that this broker serves
     * @return false when it was not removed, because the broker has no such dead letter or removes none
     * @throws DeadLetterException when it could not be searched for
     */
    boolean discard(MessageOrigin origin);
}
