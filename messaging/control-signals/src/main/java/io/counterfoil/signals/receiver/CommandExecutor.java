package io.counterfoil.signals.receiver;

import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.inbox.GivenUp;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalFailure;
import io.counterfoil.signals.envelope.SignalOutcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Executes commands once, and makes sure that every attempt has an outcome.
 *
 * <p>The outcome of an executed command is written twice in the command's own transaction: with its record, for later duplicates, and into
 * the outbox, for the waiting caller. So there is no effect without an outcome and no outcome without its effect. The outcome of a command
 * that is not recorded (not done, refused, given up) is written afterwards, before the delivery is accepted.
 */
record CommandExecutor(Idempotency engine, Outbox outbox, EnvelopeFactory outcomes, ReceiverReport report) {

    /** Where envelopes are published from; {@code committed} runs after one has been committed. */
    record Outbox(OutboxStore store, Runnable committed) {

        /** Writes one in the thread's transaction. */
        void add(Envelope envelope) {
            store.add(envelope.toMessage().withId(UUID.randomUUID().toString()));
        }

        /** Writes one in a transaction of its own. */
        void publish(Envelope envelope) {
            add(envelope);
            committed.run();
        }
    }

    private static final SignalFailure REUSED =
            new SignalFailure("idempotency-key-reused", "this idempotency key was used for a command with other data");
    private static final SignalFailure NOT_KEPT = new SignalFailure(
            "outcome-not-kept", "the command was executed, and its outcome was too large to be stored");
    private static final SignalFailure GIVEN_UP =
            new SignalFailure("handler-failed", "the command failed too often, and was rolled back");
    private static final SignalFailure UNSUPPORTED =
            new SignalFailure("unsupported-type", "this receiver has no handler for signals of this type");

    /** Executes the command, or repeats its outcome. False when another receiver is executing it. */
    boolean execute(MessageKey key, Signal signal, SignalHandler handler) throws Exception {
        BatchRequest<StoredOutcome> request = request(key, signal, handler);
        return answered(signal, engine.execute(request.request(), StoredOutcome.CODEC, request.action()));
    }

    /** What is executed for a command. */
    BatchRequest<StoredOutcome> request(MessageKey key, Signal signal, SignalHandler handler) {
        KeyedRequest request = new KeyedRequest(key.idempotencyKey(), fingerprint(signal), Optional.empty());
        return new BatchRequest<>(request, execution -> {
            HandlerResult handled = handler.handle(signal);
            SignalOutcome outcome = outcomes.outcome(signal, handled);
            StoredOutcome stored = StoredOutcome.of(outcome, signal);
            if (handled instanceof HandlerResult.NotDone) {
                return Completion.forget(stored);
            }
            outbox.add(outcome);
            return Completion.remember(stored);
        });
    }

    /** Makes sure that the attempt has its outcome, after the transaction. False when another receiver is executing the command. */
    boolean answered(Signal signal, Outcome<StoredOutcome> result) {
        return result.match(
                executed -> {
                    switch (executed.stored()) {
                        case RESULT, RESULT_TOO_LARGE, RESULT_WITHHELD -> {
                            outbox.committed().run();
                            report.executed(signal, executed.value().outcome());
                        }
                        case NOTHING -> notKept(signal, executed.value().outcome());
                    }
                    return true;
                },
                replayed -> repeat(signal, replayed.value()),
                rejected -> answerRejected(signal, rejected));
    }

    /** Answers and rejects a command that has used up its attempts, unless it was executed after all. */
    GivenUp giveUp(MessageKey key, Signal signal, Delivery delivery, String reason) {
        return engine.with(IdempotencyListener.NONE)
                .execute(
                        key.idempotencyKey(),
                        fingerprint(signal),
                        StoredOutcome.CODEC,
                        execution ->
                                Completion.forget(StoredOutcome.of(outcomes.failed(signal, GIVEN_UP, true), signal)))
                .match(
                        executed -> {
                            outbox.publish(executed.value().outcome());
                            report.deadLetter(delivery, signal, reason);
                            return GivenUp.REJECTED;
                        },
                        replayed -> accepted(delivery, repeat(signal, replayed.value())),
                        rejected -> accepted(delivery, answerRejected(signal, rejected)));
    }

    private static GivenUp accepted(Delivery delivery, boolean answered) {
        if (answered) {
            delivery.accept();
        }
        return answered ? GivenUp.PROCESSED : GivenUp.IN_FLIGHT;
    }

    /** Answers and rejects a signal of a type without a handler. */
    void unsupported(Signal signal, Delivery delivery) {
        outbox.publish(outcomes.failed(signal, UNSUPPORTED, false));
        report.deadLetter(delivery, signal, "signals of type " + signal.type() + " have no handler here");
    }

    private void notKept(Signal signal, SignalOutcome outcome) {
        if (!outcome.isRetryable()) {
            throw new IllegalStateException("the transaction of command " + signal.idempotencyKey()
                    + " was marked for roll-back: it was not executed");
        }
        outbox.publish(outcome);
        report.notDone();
    }

    private boolean repeat(Signal signal, StoredOutcome stored) {
        outbox.publish(stored.outcome().replayedFor(signal.correlationId()));
        report.replayed(signal, stored);
        return true;
    }

    private boolean answerRejected(Signal signal, Outcome.Rejected<StoredOutcome> rejected) {
        return rejected.match(
                inFlight -> false,
                payloadMismatch -> {
                    outbox.publish(outcomes.failed(signal, REUSED, false));
                    report.reused(signal, REUSED);
                    return true;
                },
                resultNotStored -> {
                    outbox.publish(outcomes.failed(signal, NOT_KEPT, false));
                    report.rejected(signal, NOT_KEPT);
                    return true;
                },
                unknown -> false,
                tooManyInProgress -> false,
                notAdmitted -> false);
    }

    /** Of the command's data, whatever the order of its members; not of its origin, timestamp or instance. */
    private static Fingerprint fingerprint(Signal signal) {
        String canonical = Data.of(sorted(signal.data().asMap())).json();
        return Fingerprint.of(canonical.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, @Nullable Object> sorted(Map<?, ?> members) {
        Map<String, @Nullable Object> sorted = new TreeMap<>();
        members.forEach((name, value) -> sorted.put(String.valueOf(name), sorted(value)));
        return sorted;
    }

    private static @Nullable Object sorted(@Nullable Object value) {
        if (value instanceof Map<?, ?> members) {
            return sorted(members);
        }
        return value instanceof List<?> items
                ? items.stream().map(CommandExecutor::sorted).toList()
                : value;
    }
}
