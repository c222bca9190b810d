package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.envelope.Scope;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts a receiver of signals together. For one thread. */
public final class SignalReceiverBuilder {

    private final ClientId receiver;
    private final Idempotency engine;
    private final InboxBuilder.Answers outbox;
    private final InstantSource clock;
    private final Deliveries deliveries;
    private final Map<String, SignalHandler> handlers = new LinkedHashMap<>();
    private @Nullable String origin;
    private @Nullable Scope at;
    private boolean ignoringOthers;

    SignalReceiverBuilder(
            ClientId receiver,
            Idempotency engine,
            InboxBuilder.Answers outbox,
            InstantSource clock,
            Deliveries deliveries) {
        this.receiver = receiver;
        this.engine = engine;
        this.outbox = outbox;
        this.clock = clock;
        this.deliveries = deliveries;
    }

    /** Who signs the outcomes. */
    public SignalReceiverBuilder origin(String origin) {
        this.origin = origin;
        return this;
    }

    /** Where this receiver is: the outcomes' scope, but for the swarm, which is the signal's where that names one. */
    public SignalReceiverBuilder at(Scope at) {
        this.at = at;
        return this;
    }

    /**
     * Signals of this type are carried out by this handler.
     *
     * @throws IllegalArgumentException when the type has a handler already
     */
    public SignalReceiverBuilder on(String type, SignalHandler handler) {
        if (handlers.putIfAbsent(type, handler) != null) {
            throw new IllegalArgumentException("signals of type " + type + " have a handler already");
        }
        return this;
    }

    /** Accepts signals of other types without a word, because another receiver carries them out; otherwise they are rejected. */
    public SignalReceiverBuilder ignoringOthers() {
        ignoringOthers = true;
        return this;
    }

    /**
     * The receiver.
     *
     * @throws IllegalStateException when the origin, the scope or every handler is missing
     */
    public Receiver build() {
        if (origin == null || at == null || handlers.isEmpty()) {
            throw new IllegalStateException(
                    "a receiver of signals needs origin(...), at(...) and at least one on(...)");
        }
        return new SignalReceiver(
                receiver,
                Map.copyOf(handlers),
                ignoringOthers,
                deliveries,
                new Commands(engine, outbox, new Answering(origin, at, clock)));
    }
}
