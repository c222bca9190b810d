package io.counterfoil.signals.receiver;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.inbox.Inbox.MessageKey;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SignalOutcome.Failure;
import io.counterfoil.signals.receiver.SignalReceiver.HandlerResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes commands once, and makes sure that every attempt has an outcome.
 *
 * <p>The outcome of an executed command is written twice in the command's own transaction: with its record, for later duplicates, and into
 * the outbox, for the waiting caller. So there is no effect without an outcome and no outcome without its effect. The outcome of a command
 * that is not recorded (not done, refused, given up) is written afterwards, before the delivery is accepted.
 */
record CommandExecutor(Idempotency engine, Outbox outbox, OutcomeFactory outcomes) {

    /** Where outcomes are published from; {@code committed} runs after an outcome has been committed. */
    record Outbox(OutboxStore store, Runnable committed) {}

    private static final PayloadCodec<SignalOutcome> OUTCOME =
            PayloadCodec.of(21, SignalOutcome::toJson, bytes -> (SignalOutcome) Envelope.read(bytes));

    private static final Failure REUSED =
            new Failure("idempotency-key-reused", "this idempotency key was used for a command with other data");
    private static final Failure NOT_KEPT =
            new Failure("outcome-not-kept", "the command was executed, and its outcome was too large to be stored");
    private static final Failure GIVEN_UP =
            new Failure("handler-failed", "the command failed too often, and was rolled back");
    private static final Failure UNSUPPORTED =
            new Failure("unsupported-type", "this receiver has no handler for signals of this type");

    private static final Logger LOG = LoggerFactory.getLogger(SignalReceiver.class);

    /** Executes the command, or repeats its outcome. False when it is in progress elsewhere. */
    boolean execute(MessageKey key, Signal signal, SignalReceiver.Handler handler) throws Exception {
        return engine.execute(key.idempotencyKey(), fingerprint(signal), OUTCOME, execution -> {
                    HandlerResult handled = handler.handle(signal);
                    SignalOutcome outcome = outcomes.outcome(signal, handled);
                    if (handled instanceof HandlerResult.NotDone) {
                        return Completion.forget(outcome);
                    }
                    add(outcome);
                    return Completion.remember(outcome);
                })
                .match(
                        executed -> {
                            switch (executed.stored()) {
                                case RESULT, RESULT_TOO_LARGE, RESULT_WITHHELD ->
                                    outbox.committed().run();
                                case NOTHING -> notKept(signal, executed.value());
                            }
                            LOG.debug(
                                    "{} was executed: {}",
                                    signal.type(),
                                    executed.value().status());
                            return true;
                        },
                        replayed -> repeat(signal, replayed.value()),
                        rejected -> answerRejected(signal, rejected));
    }

    /** Answers and rejects a command that has used up its attempts, unless it was executed after all; false while it is in progress. */
    boolean giveUp(MessageKey key, Signal signal, Delivery delivery, String reason) {
        return engine.with(IdempotencyListener.NONE)
                .execute(
                        key.idempotencyKey(),
                        fingerprint(signal),
                        OUTCOME,
                        execution -> Completion.forget(outcomes.failed(signal, GIVEN_UP, true)))
                .match(
                        executed -> {
                            answer(executed.value());
                            delivery.reject(reason);
                            return true;
                        },
                        replayed -> accepted(delivery, repeat(signal, replayed.value())),
                        rejected -> accepted(delivery, answerRejected(signal, rejected)));
    }

    private static boolean accepted(Delivery delivery, boolean answered) {
        if (answered) {
            delivery.accept();
        }
        return answered;
    }

    /** Answers a signal of a type without a handler. */
    void unsupported(Signal signal) {
        answer(outcomes.failed(signal, UNSUPPORTED, false));
    }

    private void notKept(Signal signal, SignalOutcome outcome) {
        if (!outcome.isRetryable()) {
            throw new IllegalStateException("the transaction of command " + signal.idempotencyKey()
                    + " was marked for roll-back: it was not executed");
        }
        answer(outcome);
    }

    private boolean repeat(Signal signal, SignalOutcome kept) {
        LOG.debug("{} was executed before, by attempt {}: its outcome is repeated", signal.type(), kept.original());
        answer(kept.replayedFor(signal.correlationId()));
        return true;
    }

    private boolean answerRejected(Signal signal, Outcome.Rejected<SignalOutcome> rejected) {
        return rejected.match(
                inFlight -> false,
                payloadMismatch -> refuse(signal, REUSED),
                resultNotStored -> refuse(signal, NOT_KEPT),
                unknown -> false,
                tooManyInProgress -> false);
    }

    private boolean refuse(Signal signal, Failure failure) {
        answer(outcomes.failed(signal, failure, false));
        return true;
    }

    private void answer(SignalOutcome outcome) {
        add(outcome);
        outbox.committed().run();
    }

    private void add(SignalOutcome outcome) {
        Message message = outcome.toMessage().withId(UUID.randomUUID().toString());
        outbox.store().add(message);
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
