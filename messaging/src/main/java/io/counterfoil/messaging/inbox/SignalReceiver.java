package io.counterfoil.messaging.inbox;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.IdempotencyKeyScope;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.envelope.Envelope;
import io.counterfoil.messaging.envelope.InvalidEnvelopeException;
import io.counterfoil.messaging.envelope.Signal;
import java.util.Map;

/** Carries signals out once, and answers each delivery. */
record SignalReceiver(
        ClientId receiver,
        Map<String, SignalHandler> handlers,
        boolean ignoringOthers,
        Deliveries deliveries,
        Commands commands)
        implements Receiver {

    @Override
    public void receive(Delivery delivery) {
        Envelope envelope;
        try {
            envelope = Envelope.read(delivery.message().body());
        } catch (InvalidEnvelopeException refused) {
            delivery.reject(String.valueOf(refused.getMessage()));
            return;
        }
        if (!(envelope instanceof Signal signal)) {
            delivery.reject("a signal is received here, and this is of kind " + envelope.kind());
            return;
        }
        SignalHandler handler = handlers.get(signal.type());
        if (handler != null) {
            MessageKey key = MessageKey.of(receiver, signal);
            deliveries.take(delivery, key, new Work(key, signal, handler, delivery));
        } else if (ignoringOthers) {
            delivery.accept();
        } else {
            MessageKey key = MessageKey.of(receiver, signal);
            deliveries.take(delivery, key, new Unsupported(signal, delivery));
        }
    }

    private static AutoCloseable scopeOf(Signal signal) {
        Correlation.Scope attempt = Correlation.open(signal.correlationId());
        IdempotencyKeyScope action = IdempotencyKeyScope.open(signal.idempotencyKey());
        return () -> {
            action.close();
            attempt.close();
        };
    }

    /** One delivery of a signal. */
    private final class Work implements Deliveries.Task {

        private final MessageKey key;
        private final Signal signal;
        private final SignalHandler handler;
        private final Delivery delivery;

        Work(MessageKey key, Signal signal, SignalHandler handler, Delivery delivery) {
            this.key = key;
            this.signal = signal;
            this.handler = handler;
            this.delivery = delivery;
        }

        @Override
        public boolean run() throws Exception {
            boolean answered = commands.carryOut(key, signal, handler);
            if (answered) {
                delivery.accept();
            }
            return answered;
        }

        @Override
        public boolean giveUp(String why) {
            return switch (commands.giveUp(key, signal)) {
                case NOTHING -> {
                    delivery.reject(why);
                    yield true;
                }
                case PROCESSED -> {
                    delivery.accept();
                    yield true;
                }
                case IN_FLIGHT -> false;
            };
        }

        @Override
        public AutoCloseable scope() {
            return scopeOf(signal);
        }
    }

    /** A signal that nobody here carries out. */
    private final class Unsupported implements Deliveries.Task {

        private final Signal signal;
        private final Delivery delivery;

        Unsupported(Signal signal, Delivery delivery) {
            this.signal = signal;
            this.delivery = delivery;
        }

        @Override
        public boolean run() {
            commands.unsupported(signal);
            delivery.reject("signals of type " + signal.type() + " are not carried out here");
            return true;
        }

        @Override
        public boolean giveUp(String why) {
            delivery.reject(why);
            return true;
        }

        @Override
        public AutoCloseable scope() {
            return scopeOf(signal);
        }
    }
}
