package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.inbox.Inbox.MessageKey;
import java.util.Optional;

/** Processes plain messages once, by their IDs. */
record MessageReceiver(Inbox inbox, ClientId receiver, Inbox.Handler handler) implements Receiver {

    @Override
    public void receive(Delivery delivery) {
        Optional<String> id = delivery.message().id();
        if (id.isEmpty()) {
            delivery.reject("it has no message id");
            return;
        }
        MessageKey key;
        try {
            key = MessageKey.of(receiver.value(), id.get());
        } catch (InvalidIdentifierException refused) {
            delivery.reject("message id: " + refused.getMessage());
            return;
        }
        inbox.process(delivery, key, new Work(key, delivery));
    }

    /** One delivery's work. */
    private final class Work implements Inbox.Task {

        private final MessageKey key;
        private final Delivery delivery;

        Work(MessageKey key, Delivery delivery) {
            this.key = key;
            this.delivery = delivery;
        }

        @Override
        public boolean run() throws Exception {
            Inbox.Processed processed = inbox.once(key, () -> handler.handle(delivery.message()));
            if (processed == Inbox.Processed.IN_FLIGHT) {
                return false;
            }
            delivery.accept();
            return true;
        }

        @Override
        public boolean giveUp(String reason) {
            return inbox.giveUp(key, delivery, reason);
        }
    }
}
