package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Receiver;
import java.util.Optional;

/** Has plain messages processed once, by their IDs: the scheduler runs the attempts, the processor the handler. */
record MessageReceiver(DeliveryScheduler scheduler, OnceProcessor processor, ClientId receiver, MessageHandler handler)
        implements Receiver {

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
        scheduler.process(delivery, key, new HandlerTask(key, delivery));
    }

    /** Runs the handler for one delivery. */
    private final class HandlerTask implements DeliveryTask {

        private final MessageKey key;
        private final Delivery delivery;

        HandlerTask(MessageKey key, Delivery delivery) {
            this.key = key;
            this.delivery = delivery;
        }

        @Override
        public boolean run() throws Exception {
            Processed processed = processor.process(key, () -> handler.handle(delivery.message()));
            if (processed == Processed.IN_FLIGHT) {
                return false;
            }
            delivery.accept();
            return true;
        }

        @Override
        public boolean giveUp(String reason) {
            GivenUp givenUp = processor.giveUp(key, reason, () -> delivery.reject(reason));
            if (givenUp == GivenUp.PROCESSED) {
                delivery.accept();
            }
            return givenUp != GivenUp.IN_FLIGHT;
        }
    }
}
