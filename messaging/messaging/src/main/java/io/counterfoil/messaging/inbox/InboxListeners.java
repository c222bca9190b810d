package io.counterfoil.messaging.inbox;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls two listeners, the second one also when the first one throws. */
record InboxListeners(InboxListener first, InboxListener second) implements InboxListener {

    private static final Logger LOG = LoggerFactory.getLogger(InboxListener.class);

    @Override
    public void processed(MessageKey key) {
        call(listener -> listener.processed(key));
    }

    @Override
    public void duplicate(MessageKey key) {
        call(listener -> listener.duplicate(key));
    }

    @Override
    public void failed(MessageKey key, int attempt, int maxAttempts, Throwable failure) {
        call(listener -> listener.failed(key, attempt, maxAttempts, failure));
    }

    @Override
    public void rejected(MessageKey key, String reason) {
        call(listener -> listener.rejected(key, reason));
    }

    private void call(Consumer<InboxListener> event) {
        call(first, event);
        call(second, event);
    }

    private static void call(InboxListener listener, Consumer<InboxListener> event) {
        try {
            event.accept(listener);
        } catch (RuntimeException broken) {
            LOG.warn("A listener of the inbox threw an exception", broken);
        }
    }
}
