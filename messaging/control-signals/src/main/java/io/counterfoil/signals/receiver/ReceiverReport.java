package io.counterfoil.signals.receiver;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.signals.envelope.Alert;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Metric;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalFailure;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports what a receiver does with commands: as log lines, as alerts, and as the counts of its metric. Called in the scopes of the
 * command's IDs, after the outcome was written. Thread-safe.
 */
final class ReceiverReport {

    static final String DEAD_LETTER = "dead-letter";
    static final String UNEXPECTED_DUPLICATE = "unexpected-duplicate";
    static final String COUNTS = "command-counts";

    private static final Logger LOG = LoggerFactory.getLogger(SignalReceiver.class);

    private final CommandExecutor.Outbox outbox;
    private final EnvelopeFactory envelopes;
    private final LongAdder executed = new LongAdder();
    private final LongAdder notDone = new LongAdder();
    private final LongAdder replayed = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder deadLettered = new LongAdder();
    private Optional<Data> lastCounts = Optional.empty();

    ReceiverReport(CommandExecutor.Outbox outbox, EnvelopeFactory envelopes) {
        this.outbox = outbox;
        this.envelopes = envelopes;
    }

    void executed(Signal signal, SignalOutcome outcome) {
        executed.increment();
        LOG.info(
                "Command executed [type={}] [swarm={}] [idempotency_key={}] [correlation_id={}] [status={}]",
                signal.type(),
                signal.scope().swarmId(),
                signal.idempotencyKey(),
                signal.correlationId(),
                outcome.status());
    }

    /** The command was rolled back; a retry runs. */
    void notDone() {
        notDone.increment();
    }

    /** The command was executed before, and its outcome was sent again. */
    void replayed(Signal signal, StoredOutcome stored) {
        replayed.increment();
        SignalOutcome outcome = stored.outcome();
        LOG.info(
                "Command replayed [type={}] [swarm={}] [idempotency_key={}] [correlation_id={}] [replay_of={}]"
                        + " [status={}]",
                signal.type(),
                signal.scope().swarmId(),
                signal.idempotencyKey(),
                signal.correlationId(),
                outcome.original(),
                outcome.status());
        stored.whyUnexpected(signal).ifPresent(reason -> alert(signal, reason));
    }

    /** The command was refused with this failure. */
    void rejected(Signal signal, SignalFailure failure) {
        rejected.increment();
        LOG.warn(
                "Command rejected [type={}] [swarm={}] [idempotency_key={}] [correlation_id={}] [reason={}]",
                signal.type(),
                signal.scope().swarmId(),
                signal.idempotencyKey(),
                signal.correlationId(),
                failure.code());
    }

    /** The same, where the sender does not retry but uses a key for two commands. */
    void reused(Signal signal, SignalFailure failure) {
        rejected(signal, failure);
        alert(signal, failure.message());
    }

    /** Rejects a signal. */
    void deadLetter(Delivery delivery, Signal signal, String reason) {
        deadLetter(
                delivery,
                envelopes.scope(signal),
                Optional.of(signal.correlationId()),
                Optional.of(signal.idempotencyKey()),
                reason);
    }

    /**
     * Rejects a message.
     *
     * @throws StoreException when the alert could not be stored; the message is not rejected, and is delivered again
     */
    void deadLetter(
            Delivery delivery,
            SwarmScope scope,
            Optional<CorrelationId> attempt,
            Optional<RequestId> action,
            String reason) {
        Message message = delivery.message();
        Data data = Data.EMPTY.with("reason", readable(reason)).with("topic", readable(message.topic()));
        outbox.publish(
                new Alert(envelopes.clock().instant(), DEAD_LETTER, envelopes.origin(), scope, attempt, action, data));
        deadLettered.increment();
        EnvelopeReceiver.logDeadLetter(message, attempt, action, reason);
        delivery.reject(reason);
    }

    private void alert(Signal signal, String reason) {
        outbox.publish(new Alert(
                envelopes.clock().instant(),
                UNEXPECTED_DUPLICATE,
                envelopes.origin(),
                envelopes.scope(signal),
                Optional.of(signal.correlationId()),
                Optional.of(signal.idempotencyKey()),
                Data.EMPTY.with("reason", reason).with("command", signal.type())));
    }

    /** Publishes the counts since the start, if they are others than the last time. By one thread at a time. */
    void publishCounts() {
        Data counts = Data.EMPTY
                .with("executed", executed.sum())
                .with("notDone", notDone.sum())
                .with("replayed", replayed.sum())
                .with("rejected", rejected.sum())
                .with("deadLettered", deadLettered.sum());
        if (lastCounts.filter(counts::equals).isPresent()) {
            return;
        }
        try {
            outbox.publish(new Metric(
                    envelopes.clock().instant(),
                    COUNTS,
                    envelopes.origin(),
                    envelopes.at(),
                    Optional.empty(),
                    Optional.empty(),
                    counts));
            lastCounts = Optional.of(counts);
        } catch (StoreException failure) {
            LOG.warn("The metric of {} could not be stored; the next one has its counts too", envelopes.at(), failure);
        }
    }

    /** As an envelope can carry it, whatever an exception says and whatever topic a message was sent to. */
    private static String readable(String text) {
        return SignalFailure.of(DEAD_LETTER, text).message();
    }
}
