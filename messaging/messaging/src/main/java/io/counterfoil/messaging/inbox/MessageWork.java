package io.counterfoil.messaging.inbox;

/** The work that runs once for a message. */
@FunctionalInterface
public interface MessageWork<X extends Exception> {

    /** Does it. */
    void run() throws X;
}
