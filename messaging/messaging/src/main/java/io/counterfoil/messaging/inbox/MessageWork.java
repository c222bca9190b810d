package io.counterfoil.messaging.inbox;

/** The work that runs once for a message. */
@FunctionalInterface
public interface MessageWork<X extends Exception> {

    /**
     * Does the work.
     *
     * @throws X when it fails; the transaction is rolled back
     */
    void run() throws X;
}
