package io.counterfoil.signals.envelope;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The outcome of a command. Echoes both of its IDs. It is a success exactly when it has no {@link #error}.
 *
 * @param timestamp when the command was completed
 * @param type which command
 * @param origin the receiver
 * @param scope which members it concerns
 * @param correlationId of the attempt that this answers
 * @param idempotencyKey of the user action
 * @param replayOf when this repeats an earlier outcome, the correlation ID of the attempt that was executed
 * @param data with the members {@code status} (1 to {@value #MAX_STATUS_LENGTH} characters), {@code retryable} (a boolean), for a
 *     failure {@code error} with {@code code} and {@code message}, and any others
 */
public record SignalOutcome(
        Instant timestamp,
        String type,
        String origin,
        SwarmScope scope,
        CorrelationId correlationId,
        RequestId idempotencyKey,
        Optional<CorrelationId> replayOf,
        Data data)
        implements Envelope {

    /** The longest status, in characters. */
    public static final int MAX_STATUS_LENGTH = 64;

    /** The status of an outcome that {@link #failed} makes. */
    public static final String FAILED = "Failed";

    /**
     * Checks the components that have rules.
     *
     * @param timestamp in the years 0000 to 9999
     * @param type 1 to {@value Envelope#MAX_TYPE_LENGTH} characters: lower-case words of a-z and 0-9 with a hyphen between them
     * @param origin 1 to {@value Envelope#MAX_ORIGIN_LENGTH} visible characters of ASCII
     * @param scope the members that it concerns
     * @param correlationId of the attempt that this answers
     * @param idempotencyKey of the user action
     * @param replayOf empty unless this repeats an earlier outcome
     * @param data with a valid {@code status} and {@code retryable}, and a valid {@code error} where there is one
     * @throws InvalidEnvelopeException when the type, the origin, the timestamp or the data breaks the rules
     */
    public SignalOutcome {
        Checks.timestamp(timestamp);
        Checks.type(type);
        Checks.origin(origin);
        OutcomeData.check(data);
    }

    /**
     * {@return the outcome of a command that was executed}
     *
     * @param signal the command's attempt that was executed
     * @param timestamp when the command was completed
     * @param origin the receiver: 1 to {@value Envelope#MAX_ORIGIN_LENGTH} visible characters of ASCII
     * @param scope the receiver's; its swarm is {@value SwarmScope#ALL} only where a receiver of all swarms has executed a command for all
     * @param status the state that it ended in, 1 to {@value #MAX_STATUS_LENGTH} characters
     * @param retryable whether the same command under a new key could have another outcome
     * @param more further members; its {@code status} and {@code retryable} are replaced
     * @throws InvalidEnvelopeException when that breaks the rules
     */
    public static SignalOutcome of(
            Signal signal,
            Instant timestamp,
            String origin,
            SwarmScope scope,
            String status,
            boolean retryable,
            Data more) {
        return new SignalOutcome(
                timestamp,
                signal.type(),
                origin,
                scope,
                signal.correlationId(),
                signal.idempotencyKey(),
                Optional.empty(),
                OutcomeData.of(status, retryable, more));
    }

    /**
     * {@return the outcome of a command that was not executed, with the status {@value #FAILED}}
     *
     * @param signal the command's attempt that failed
     * @param timestamp when it failed
     * @param origin the receiver: 1 to {@value Envelope#MAX_ORIGIN_LENGTH} visible characters of ASCII
     * @param scope the receiver's
     * @param failure why it failed
     * @param retryable whether the command may be sent again under its key
     * @throws InvalidEnvelopeException when that breaks the rules
     */
    public static SignalOutcome failed(
            Signal signal,
            Instant timestamp,
            String origin,
            SwarmScope scope,
            SignalFailure failure,
            boolean retryable) {
        return failed(signal, timestamp, origin, scope, failure, retryable, Data.EMPTY);
    }

    /**
     * {@return the outcome of a command that was not executed, with further members}
     *
     * @param signal the command's attempt that failed
     * @param timestamp when it failed
     * @param origin the receiver: 1 to {@value Envelope#MAX_ORIGIN_LENGTH} visible characters of ASCII
     * @param scope the receiver's
     * @param failure why it failed
     * @param retryable whether the command may be sent again under its key
     * @param more further members; its {@code status}, {@code retryable} and {@code error} are replaced
     * @throws InvalidEnvelopeException when that breaks the rules
     */
    public static SignalOutcome failed(
            Signal signal,
            Instant timestamp,
            String origin,
            SwarmScope scope,
            SignalFailure failure,
            boolean retryable,
            Data more) {
        Data error = more.with("error", Map.of("code", failure.code(), "message", failure.message()));
        return of(signal, timestamp, origin, scope, FAILED, retryable, error);
    }

    @Override
    public EnvelopeKind kind() {
        return EnvelopeKind.OUTCOME;
    }

    @Override
    public Optional<CorrelationId> attempt() {
        return Optional.of(correlationId);
    }

    @Override
    public Optional<RequestId> action() {
        return Optional.of(idempotencyKey);
    }

    /** {@return the state that the command ended in, as the receiver names it} */
    public String status() {
        return data.text(OutcomeData.STATUS).orElseThrow();
    }

    /** {@return whether the receiver allows another attempt} */
    public boolean isRetryable() {
        return Boolean.TRUE.equals(data.asMap().get(OutcomeData.RETRYABLE));
    }

    /** {@return why it failed; empty for a success} */
    public Optional<SignalFailure> error() {
        return OutcomeData.error(data);
    }

    /** {@return the correlation ID of the attempt that was executed: the one that this answers, or the one whose outcome it repeats} */
    public CorrelationId original() {
        return replayOf.orElse(correlationId);
    }

    /**
     * {@return this outcome for another attempt: under that attempt's correlation ID, with the original's in {@code replayOf}, and otherwise the
     * same, including the timestamp} For the original attempt it is the original outcome.
     *
     * @param attempt the correlation ID of another attempt of the same command
     */
    public SignalOutcome replayedFor(CorrelationId attempt) {
        Optional<CorrelationId> repeated = attempt.equals(original()) ? Optional.empty() : Optional.of(original());
        return new SignalOutcome(timestamp, type, origin, scope, attempt, idempotencyKey, repeated, data);
    }
}
