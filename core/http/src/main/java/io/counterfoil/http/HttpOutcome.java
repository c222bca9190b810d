package io.counterfoil.http;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.idempotency.result.Outcome;
import java.util.Optional;
import java.util.OptionalInt;

/** The outcome of a guarded request: for metrics and traces, and the table of what a client gets for it. */
public enum HttpOutcome {

    /** The handler ran, and its response is kept for duplicates. */
    EXECUTED(false),

    /** The handler ran; its response is not stored, and duplicates are rejected with that reason. */
    NOT_STORED(false),

    /** The handler ran, and nothing is remembered: its response was to come back later, or its transaction was rolled back. */
    NOT_REMEMBERED(false),

    /** The handler ran and failed, by an exception or a response from 500 up. */
    FAILED(false),

    /** A duplicate: it got the original's response. */
    REPLAYED(true),

    /** A duplicate, while the original is still in progress. */
    IN_PROGRESS(true, 409, ProblemTypes.REQUEST_IN_PROGRESS, "Request in progress"),

    /** The key was used with other contents. */
    KEY_REUSED(false, 422, ProblemTypes.KEY_REUSED, "Idempotency key reused"),

    /** The key is over its lifetime and has no record; the handler did not run. */
    KEY_EXPIRED(false, 422, ProblemTypes.KEY_EXPIRED, "Idempotency key expired"),

    /** A duplicate of a request whose response is not stored. */
    RESPONSE_NOT_STORED(true, 409, ProblemTypes.RESPONSE_NOT_STORED, "Response not stored"),

    /** The lease of an earlier execution has expired: its effect is unknown. */
    OUTCOME_UNKNOWN(true, 409, ProblemTypes.OUTCOME_UNKNOWN, "Outcome unknown"),

    /** The client has as many keyed requests in progress as it may (RFC 6585, section 4): a request of another client would be executed. */
    TOO_MANY_OPEN(false, 429, ProblemTypes.TOO_MANY_OPEN, "Too many open requests"),

    /** The store of records failed. */
    STORE_UNAVAILABLE(false, 503, ProblemTypes.STORE_UNAVAILABLE, "Store unavailable"),

    /** Refused before anything was claimed: a key is missing or unreadable, the body is too large. Each reason has its own status and type. */
    REFUSED(false);

    private final boolean replayed;
    private final int status;
    private final String type;
    private final String title;

    HttpOutcome(boolean replayed) {
        this(replayed, 0, "", "");
    }

    HttpOutcome(boolean replayed, int status, String type, String title) {
        this.replayed = replayed;
        this.status = status;
        this.type = type;
        this.title = title;
    }

    /**
     * {@return the outcome of a request that the engine has rejected}
     *
     * @param rejected why the engine has rejected the request
     */
    public static HttpOutcome of(Outcome.Rejected<?> rejected) {
        return rejected.match(
                inProgress -> IN_PROGRESS,
                payloadMismatch -> KEY_REUSED,
                notStored -> RESPONSE_NOT_STORED,
                unknownOutcome -> OUTCOME_UNKNOWN,
                tooMany -> TOO_MANY_OPEN,
                notAdmitted -> KEY_EXPIRED);
    }

    /** {@return the value of {@code Idempotency-Replayed}: whether the request was identified as a duplicate} */
    public boolean isReplayed() {
        return replayed;
    }

    /** {@return the status of the response; empty where the handler, the original or the reason of a refusal has its own} */
    public OptionalInt status() {
        return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }

    /** {@return the type of the problem, one of {@link ProblemTypes}; empty as the {@link #status()} is} */
    public Optional<String> problemType() {
        return status == 0 ? Optional.empty() : Optional.of(type);
    }

    /**
     * {@return the problem of a request that the engine has rejected; its detail names no field}
     *
     * @param rejected why the engine has rejected the request
     */
    public static Problem problem(Outcome.Rejected<?> rejected) {
        return of(rejected)
                .problem(
                        rejected.match(
                                inProgress -> "the original of this request is still being executed",
                                payloadMismatch -> "this idempotency key was used for a request with other contents",
                                notStored ->
                                        "the request was executed; its response was too large to be stored, or must not be"
                                                + " stored",
                                unknownOutcome ->
                                        "the execution of this request was started and not completed; its outcome is unknown,"
                                                + " and an operator or a resolver must settle it",
                                tooMany -> "this client has " + tooMany.limit()
                                        + " keyed requests in progress, the maximum",
                                notAdmitted -> "this idempotency key is too old, and has no record"),
                        Optional.empty());
    }

    /** The problem of this outcome, which has a {@link #status()}. */
    Problem problem(String detail, Optional<String> field) {
        return new Problem(status, type, title, detail, field);
    }
}
