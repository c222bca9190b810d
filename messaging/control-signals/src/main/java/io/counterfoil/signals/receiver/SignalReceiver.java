package io.counterfoil.signals.receiver;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Extension;
import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.inbox.DeliveryTask;
import io.counterfoil.messaging.inbox.GivenUp;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.KeyedDelivery;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.inbox.SharedTask;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.InvalidEnvelopeException;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SwarmScope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Executes signals, once for each (swarm, type, idempotency key), and answers every delivery with an outcome.
 *
 * <pre>{@code
 * Receiver swarms = SignalReceiver.builder(inbox, "swarm-controller")
 *         .outbox(outbox, relay)
 *         .origin("swarm-controller:marshal-1")
 *         .scope(new SwarmScope("ALL", "swarm-controller", "marshal-1"))
 *         .handler("swarm-start", signal -> HandlerResult.done("Running", Data.EMPTY))
 *         .build();
 * }</pre>
 *
 * <p>The record of a command, what its handler wrote and the outcome to publish are one database transaction; the
 * outcome is published from the outbox, even when this process fails. Retries and dead letters are those of the
 * {@link Inbox}; a signal that has used up its attempts gets an outcome that says so.
 *
 * <p>Each executed command and each duplicate is logged at INFO, each dead letter at WARN with the reason, both in the scopes of the correlation ID
 * and the idempotency key, as far as these can be read. The outbox also publishes an {@linkplain io.counterfoil.signals.envelope.Alert alert} for
 * each dead letter ({@code dead-letter}) and for each duplicate that no retry explains ({@code unexpected-duplicate}): one with other data; one of
 * another sender, which has another {@code origin} and a correlation ID that does not extend the same ID as the executed attempt's; and the executed
 * attempt itself, sent again with another timestamp. An alert has its {@code reason} in its data.
 *
 * <p>Thread-safe.
 */
public final class SignalReceiver implements Receiver {

    private final Inbox inbox;
    private final ClientId receiver;
    private final Map<String, SignalHandler> handlers;
    private final boolean ignoringOthers;
    private final SwarmScope at;
    private final CommandExecutor commands;
    private final ReceiverReport report;

    SignalReceiver(Builder builder, CommandExecutor commands) {
        this.inbox = builder.inbox;
        this.receiver = builder.receiver;
        this.handlers = Map.copyOf(builder.handlers);
        this.ignoringOthers = builder.ignoringOthers;
        this.at = commands.outcomes().at();
        this.commands = commands;
        this.report = commands.report();
    }

    /**
     * {@return a builder of a receiver of signals; its outbox, origin, scope and handlers are to be set}
     *
     * @param inbox records each executed command with its outcome, and rejects duplicates
     * @param receiver the name that all processes share among which a command is to take effect once
     * @throws io.counterfoil.idempotency.key.InvalidIdentifierException when the name is empty, longer than 255 bytes of UTF-8 or unreadable
     */
    public static Builder builder(Inbox inbox, String receiver) {
        return new Builder(inbox, ClientId.of(receiver));
    }

    @Override
    public void receive(Delivery delivery) {
        command(delivery).ifPresent(command -> inbox.processAll(List.of(command)));
    }

    @Override
    public int maxBatch() {
        return inbox.maxBatch();
    }

    @Override
    public void receiveAll(List<Delivery> deliveries) {
        List<KeyedDelivery> commands = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            Correlation.Scope processing = delivery.message().processing(Extension.DEFAULT);
            try (processing) {
                command(delivery).ifPresent(commands::add);
            }
        }
        inbox.processAll(commands);
    }

    /** The command that a delivery carries; where it carries none that is executed here, it is settled. */
    private Optional<KeyedDelivery> command(Delivery delivery) {
        Envelope envelope;
        try {
            envelope = Envelope.read(delivery.message().body());
        } catch (InvalidEnvelopeException refused) {
            deadLetter(delivery, refused.attempt(), refused.action(), String.valueOf(refused.getMessage()));
            return Optional.empty();
        }
        if (!(envelope instanceof Signal signal)) {
            deadLetter(
                    delivery,
                    envelope.attempt(),
                    envelope.action(),
                    "expected a signal, but the message is of kind "
                            + envelope.kind().word());
            return Optional.empty();
        }
        SignalHandler handler = handlers.get(signal.type());
        if (handler == null && ignoringOthers) {
            delivery.accept();
            return Optional.empty();
        }
        MessageKey key = key(signal);
        return Optional.of(new KeyedDelivery(
                delivery,
                key,
                handler == null ? new Unsupported(signal, delivery) : new Work(key, signal, handler, delivery)));
    }

    /** Start and stop under one idempotency key are two commands. */
    private MessageKey key(Signal signal) {
        OperationName kind = new OperationName(
                "signal " + signal.type() + " " + signal.scope().swarmId());
        return new MessageKey(receiver, kind, signal.idempotencyKey());
    }

    private void deadLetter(
            Delivery delivery, Optional<CorrelationId> attempt, Optional<RequestId> action, String reason) {
        EnvelopeScope scope = EnvelopeScope.open(delivery.message(), attempt, action);
        try (scope) {
            report.deadLetter(delivery, at, attempt, action, reason);
        }
    }

    /** One delivery of a signal. */
    private final class Work implements SharedTask<StoredOutcome> {

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
            return accepted(commands.execute(key, signal, handler));
        }

        @Override
        public BatchRequest<StoredOutcome> request() {
            return commands.request(key, signal, handler);
        }

        @Override
        public PayloadCodec<StoredOutcome> codec() {
            return StoredOutcome.CODEC;
        }

        @Override
        public boolean settle(Outcome<StoredOutcome> outcome) {
            return accepted(commands.answered(signal, outcome));
        }

        private boolean accepted(boolean answered) {
            if (answered) {
                delivery.accept();
            }
            return answered;
        }

        @Override
        public GivenUp giveUp(String reason) {
            return commands.giveUp(key, signal, delivery, reason);
        }

        @Override
        public AutoCloseable openScope() {
            return EnvelopeScope.open(delivery.message(), signal.attempt(), signal.action());
        }
    }

    /** A signal of a type without a handler. */
    private final class Unsupported implements DeliveryTask {

        private final Signal signal;
        private final Delivery delivery;

        Unsupported(Signal signal, Delivery delivery) {
            this.signal = signal;
            this.delivery = delivery;
        }

        @Override
        public boolean run() {
            commands.unsupported(signal, delivery);
            return true;
        }

        @Override
        public GivenUp giveUp(String reason) {
            report.deadLetter(delivery, signal, reason);
            return GivenUp.REJECTED;
        }

        @Override
        public AutoCloseable openScope() {
            return EnvelopeScope.open(delivery.message(), signal.attempt(), signal.action());
        }
    }

    /** Builds a {@link SignalReceiver}. For one thread. */
    public static final class Builder {

        private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);
        private static final Duration LONGEST_INTERVAL = Duration.ofDays(1);

        private record Metrics(Duration interval, ScheduledExecutorService timer) {

            void begin(ReceiverReport report) {
                var unused = timer.scheduleWithFixedDelay(
                        Correlation.beginning(report::publishCounts),
                        interval.toMillis(),
                        interval.toMillis(),
                        TimeUnit.MILLISECONDS);
            }
        }

        private final Inbox inbox;
        private final ClientId receiver;
        private final Map<String, SignalHandler> handlers = new LinkedHashMap<>();
        private InstantSource clock = InstantSource.system();
        private CommandExecutor.@Nullable Outbox outbox;
        private @Nullable String origin;
        private @Nullable SwarmScope at;
        private boolean ignoringOthers;
        private Optional<Metrics> metrics = Optional.empty();

        Builder(Inbox inbox, ClientId receiver) {
            this.inbox = inbox;
            this.receiver = receiver;
        }

        /**
         * Sets the outbox that publishes the outcomes, in the transaction of each command. Required.
         *
         * @param outbox on the transactions of the inbox
         * @return this builder
         */
        public Builder outbox(OutboxStore outbox) {
            this.outbox = new CommandExecutor.Outbox(outbox, () -> {});
            return this;
        }

        /**
         * Sets the outbox that publishes the outcomes, and wakes its relay after each commit.
         *
         * @param outbox on the transactions of the inbox
         * @param relay runs in this process; it publishes at once instead of at its next poll
         * @return this builder
         */
        public Builder outbox(OutboxStore outbox, OutboxRelay relay) {
            this.outbox = new CommandExecutor.Outbox(outbox, relay::wake);
            return this;
        }

        /**
         * Sets the clock of the outcomes' timestamps: the system's by default.
         *
         * @param clock gives the time of completion
         * @return this builder
         */
        public Builder clock(InstantSource clock) {
            this.clock = clock;
            return this;
        }

        /**
         * Sets the origin of the outcomes.
         *
         * @param origin 1 to {@value Envelope#MAX_ORIGIN_LENGTH} visible characters of ASCII
         * @return this builder
         */
        public Builder origin(String origin) {
            this.origin = origin;
            return this;
        }

        /**
         * Sets the scope of this receiver, and of its outcomes, except that their swarm is the signal's where that names one.
         *
         * @param scope the receiver's swarm, role and instance
         * @return this builder
         */
        public Builder scope(SwarmScope scope) {
            this.at = scope;
            return this;
        }

        /**
         * Executes signals of a type by a handler.
         *
         * @param type the signals' type, such as {@code swarm-start}
         * @param handler runs in the transaction of the command
         * @return this builder
         * @throws IllegalArgumentException when the type has a handler already
         */
        public Builder handler(String type, SignalHandler handler) {
            if (handlers.putIfAbsent(type, handler) != null) {
                throw new IllegalArgumentException("signals of type " + type + " already have a handler");
            }
            return this;
        }

        /**
         * Accepts signals of other types without an outcome, because another receiver executes them; by default they are rejected.
         *
         * @return this builder
         */
        public Builder ignoreOthers() {
            ignoringOthers = true;
            return this;
        }

        /**
         * Publishes a {@linkplain io.counterfoil.signals.envelope.Metric metric} of type {@code command-counts} by the outbox, at each interval in
         * which a count has changed: how many commands were executed, not done, replayed, rejected and dead-lettered since the receiver was built.
         * None by default.
         *
         * @param interval from the end of one to the next, 1 s to a day
         * @param timer runs it, and the receiver does not shut it down; metrics end with it
         * @return this builder
         * @throws IllegalArgumentException when the interval is out of its range
         */
        public Builder metrics(Duration interval, ScheduledExecutorService timer) {
            if (interval.compareTo(SHORTEST_INTERVAL) < 0 || interval.compareTo(LONGEST_INTERVAL) > 0) {
                throw new IllegalArgumentException("the interval of metrics is " + SHORTEST_INTERVAL + " to "
                        + LONGEST_INTERVAL + ", not " + interval);
            }
            this.metrics = Optional.of(new Metrics(interval, timer));
            return this;
        }

        /**
         * {@return a receiver with these settings, to be passed to a consumer of the signals}
         *
         * @throws IllegalStateException when the outbox, the origin, the scope or every handler is missing
         */
        public SignalReceiver build() {
            if (outbox == null || origin == null || at == null || handlers.isEmpty()) {
                throw new IllegalStateException(
                        "a receiver of signals needs outbox(...), origin(...), at(...) and at least one on(...)");
            }
            EnvelopeFactory envelopes = new EnvelopeFactory(origin, at, clock);
            ReceiverReport report = new ReceiverReport(outbox, envelopes);
            metrics.ifPresent(every -> every.begin(report));
            return new SignalReceiver(this, new CommandExecutor(inbox.engine(), outbox, envelopes, report));
        }
    }
}
