package io.counterfoil.messaging.inbox;

import java.util.List;

/** The work that runs once for several messages, for {@link Inbox#onceAll}. */
@FunctionalInterface
public interface BatchWork<X extends Exception> {

    /**
     * Does it.
     *
     * @param keys those of the messages that were not processed before, in the order in which they were passed; at least one
     */
    void run(List<MessageKey> keys) throws X;
}
