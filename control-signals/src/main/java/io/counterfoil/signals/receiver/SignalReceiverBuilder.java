package io.counterfoil.signals.receiver;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.signals.envelope.SwarmScope;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a {@link SignalReceiver}. For one thread. */
public final class SignalReceiverBuilder {

    private final Inbox inbox;
    private final ClientId receiver;
    private final Map<String, SignalHandler> handlers = new LinkedHashMap<>();
    private InstantSource clock = InstantSource.system();
    private CommandExecutor.@Nullable Outbox outbox;
    private @Nullable String origin;
    private @Nullable SwarmScope at;
    private boolean ignoringOthers;

    SignalReceiverBuilder(Inbox inbox, ClientId receiver) {
        this.inbox = inbox;
        this.receiver = receiver;
    }

    /** Publishes the outcomes by this outbox. Required. */
    public SignalReceiverBuilder outbox(OutboxStore outbox) {
        this.outbox = new CommandExecutor.Outbox(outbox, () -> {});
        return this;
    }

    /** Publishes the outcomes by this outbox, and wakes the relay after each commit. */
    public SignalReceiverBuilder outbox(OutboxStore outbox, OutboxRelay relay) {
        this.outbox = new CommandExecutor.Outbox(outbox, relay::wake);
        return this;
    }

    /** The clock for the outcomes' timestamps; the system's by default. */
    public SignalReceiverBuilder clock(InstantSource clock) {
        this.clock = clock;
        return this;
    }

    /** The origin of the outcomes. */
    public SignalReceiverBuilder origin(String origin) {
        this.origin = origin;
        return this;
    }

    /** The scope of this receiver, and of its outcomes, except that their swarm is the signal's where that names one. */
    public SignalReceiverBuilder at(SwarmScope at) {
        this.at = at;
        return this;
    }

    /**
     * Executes signals of this type by this handler.
     *
     * @throws IllegalArgumentException when the type has a handler already
     */
    public SignalReceiverBuilder on(String type, SignalHandler handler) {
        if (handlers.putIfAbsent(type, handler) != null) {
            throw new IllegalArgumentException("signals of type " + type + " have a handler already");
        }
        return this;
    }

    /** Accepts signals of other types without an outcome, because another receiver executes them; by default they are rejected. */
    public SignalReceiverBuilder ignoringOthers() {
        ignoringOthers = true;
        return this;
    }

    /**
     * The receiver.
     *
     * @throws IllegalStateException when the outbox, the origin, the scope or every handler is missing
     */
    public SignalReceiver build() {
        if (outbox == null || origin == null || at == null || handlers.isEmpty()) {
            throw new IllegalStateException(
                    "a receiver of signals needs outbox(...), origin(...), at(...) and at least one on(...)");
        }
        CommandExecutor commands = new CommandExecutor(inbox.engine(), outbox, new OutcomeFactory(origin, at, clock));
        return new SignalReceiver(inbox, receiver, handlers, ignoringOthers, commands);
    }
}
