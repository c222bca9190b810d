package io.counterfoil.messaging.inbox;

import java.util.List;

/** The work that runs once for several messages, for {@link Inbox#onceAll}. */
@FunctionalInterface
public interface BatchWork<X extends Exception> {

    /**
     * Does the work.
     *
     * @param keys those of the messages that were not processed before, in the order in which they were passed; at least one
     * @throws X when it fails; the transaction is rolled back
     */
    void run(List<MessageKey> keys) throws X;
}
