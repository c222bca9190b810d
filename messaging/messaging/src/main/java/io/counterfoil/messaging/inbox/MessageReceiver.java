package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Receiver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Has plain messages processed once, by their IDs: the scheduler runs the attempts, the processor the handler. */
record MessageReceiver(DeliveryScheduler scheduler, OnceProcessor processor, ClientId receiver, MessageHandler handler)
        implements Receiver {

    @Override
    public void receive(Delivery delivery) {
        receiveAll(List.of(delivery));
    }

    @Override
    public int maxBatch() {
        return scheduler.maxBatch();
    }

    @Override
    public void receiveAll(List<Delivery> deliveries) {
        List<PendingDelivery> pending = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            key(delivery)
                    .ifPresent(key -> pending.add(scheduler.pending(delivery, key, new HandlerTask(key, delivery))));
        }
        scheduler.attempt(pending);
    }

    /** The key of a message; one without it is rejected. */
    private Optional<MessageKey> key(Delivery delivery) {
        Optional<String> id = delivery.message().id();
        if (id.isEmpty()) {
            delivery.reject("it has no message id");
            return Optional.empty();
        }
        try {
            return Optional.of(MessageKey.of(receiver.value(), id.get()));
        } catch (InvalidIdentifierException refused) {
            delivery.reject("message id: " + refused.getMessage());
            return Optional.empty();
        }
    }

    /** Runs the handler for one delivery. */
    private final class HandlerTask implements SharedTask<Boolean> {

        private final MessageKey key;
        private final Delivery delivery;

        HandlerTask(MessageKey key, Delivery delivery) {
            this.key = key;
            this.delivery = delivery;
        }

        @Override
        public boolean run() throws Exception {
            return settled(processor.process(key, () -> handler.handle(delivery.message())));
        }

        @Override
        public BatchRequest<Boolean> request() {
            return OnceProcessor.request(key, () -> handler.handle(delivery.message()));
        }

        @Override
        public PayloadCodec<Boolean> codec() {
            return OnceProcessor.NOTED;
        }

        @Override
        public boolean settle(Outcome<Boolean> outcome) {
            return settled(processor.reported(key, outcome));
        }

        private boolean settled(Processed processed) {
            if (processed == Processed.IN_FLIGHT) {
                return false;
            }
            delivery.accept();
            return true;
        }

        @Override
        public GivenUp giveUp(String reason) {
            GivenUp givenUp = processor.giveUp(key, reason, () -> delivery.reject(reason));
            if (givenUp == GivenUp.PROCESSED) {
                delivery.accept();
            }
            return givenUp;
        }
    }
}
