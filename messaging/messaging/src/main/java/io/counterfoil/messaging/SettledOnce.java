package io.counterfoil.messaging;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A delivery that the first call settles which accepts, rejects or returns it; further calls do nothing. For adapters of brokers, which say how
 * each is done there. Thread-safe.
 */
public abstract class SettledOnce implements Delivery {

    private final Message message;
    private final boolean maybeRedelivered;
    private final AtomicBoolean settled = new AtomicBoolean();

    /**
     * Makes a delivery, not settled yet. Its message is delivered with a correlation ID that {@linkplain Message#incoming can be trusted}.
     *
     * @param message the message as the broker delivered it
     * @param maybeRedelivered false only where it certainly was not delivered before
     */
    protected SettledOnce(Message message, boolean maybeRedelivered) {
        this.message = message.incoming();
        this.maybeRedelivered = maybeRedelivered;
    }

    /** Lets the broker forget the message; called once at most, in the thread that settles the delivery, as are the others. */
    protected abstract void accepted();

    /**
     * Publishes the message as a dead letter, and lets the broker forget it once that is confirmed.
     *
     * @param reason for operators, of any length; see {@link Delivery#cutReason}
     */
    protected abstract void rejected(String reason);

    /** Has the message delivered again. */
    protected abstract void givenBack();

    /**
     * Marks the delivery as settled, where it is not.
     *
     * @return true for the first call, after which the caller does what is due at the broker; false for all later ones
     */
    protected final boolean settle() {
        return settled.compareAndSet(false, true);
    }

    /** {@return whether it was settled} */
    public final boolean isSettled() {
        return settled.get();
    }

    @Override
    public final Message message() {
        return message;
    }

    @Override
    public final boolean isMaybeRedelivered() {
        return maybeRedelivered;
    }

    @Override
    public final void accept() {
        if (settle()) {
            accepted();
        }
    }

    @Override
    public final void reject(String reason) {
        if (settle()) {
            rejected(reason);
        }
    }

    @Override
    public final void giveBack() {
        if (settle()) {
            givenBack();
        }
    }
}
