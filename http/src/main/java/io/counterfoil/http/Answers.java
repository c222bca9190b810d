package io.counterfoil.http;

import io.counterfoil.idempotency.Outcome;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import java.time.Duration;
import java.util.Optional;

/** The engine's outcomes as responses, each with the header fields that tell what it is (RQ-8, RQ-9). */
record Answers(HeaderNames names) {

    private static final Duration STORE_RETRY_AFTER = Duration.ofSeconds(1);

    /** A handler that guards its data with a key of its own knows better whether this was a duplicate. */
    Response original(Response response) {
        String replayed = names.replayed();
        return response.header(replayed).isPresent() ? response : response.with(replayed, "false");
    }

    Response rolledBack(Response response) {
        return undecided(Problem.of(
                500,
                ProblemTypes.ROLLED_BACK,
                "Rolled back",
                "the handler answered with status " + response.status() + ", but its transaction was rolled back"));
    }

    Response duplicate(Response answer) {
        return answer.with(names.replayed(), "true");
    }

    Response duplicate(Response answer, IdempotencyRecord record) {
        return duplicate(answer)
                .with(names.firstReceived(), record.firstReceived().toString())
                .with(names.firstAttempt(), record.firstAttempt().map(AttemptId::value))
                .with(names.requestCount(), Long.toString(record.requestCount()));
    }

    Response inProgress(Duration retryAfter) {
        Problem problem = Problem.of(
                409,
                ProblemTypes.REQUEST_IN_PROGRESS,
                "Request in progress",
                "the original of this request is still being carried out");
        return duplicate(comeBack(problem.toResponse(), retryAfter));
    }

    static Response responseNotStored() {
        return Problem.of(
                        409,
                        ProblemTypes.RESPONSE_NOT_STORED,
                        "Response not stored",
                        "the request was carried out; its response was too large to be kept")
                .toResponse();
    }

    static Response outcomeUnknown() {
        return Problem.of(
                        409,
                        ProblemTypes.OUTCOME_UNKNOWN,
                        "Outcome unknown",
                        "this request was begun and not finished; whether it took effect is not known until somebody has looked")
                .toResponse();
    }

    /** 429 (RFC 6585, section 4): it is this client that has too much at work, and another client's request would do. */
    Response tooManyOpen(Outcome.TooManyOpen<Response> tooMany) {
        Problem problem = Problem.of(
                429,
                ProblemTypes.TOO_MANY_OPEN,
                "Too many open requests",
                "this client has " + tooMany.limit() + " requests with a key at work, and may not have more at a time");
        return comeBack(undecided(problem), tooMany.retryAfter());
    }

    Response keyReused() {
        String detail = "this idempotency key was used for a request with another body";
        return undecided(
                new Problem(422, ProblemTypes.KEY_REUSED, "Idempotency key reused", detail, Optional.of("body")));
    }

    Response keyMissing(String place) {
        String detail = "this endpoint requires an idempotency key in " + place;
        return undecided(
                new Problem(400, ProblemTypes.KEY_MISSING, "Idempotency key missing", detail, Optional.of(place)));
    }

    Response unknownClient(ClientResolver.UnknownClientException unknown) {
        String detail = unknown.field() + " names nobody who is known here";
        return undecided(
                new Problem(401, ProblemTypes.UNKNOWN_CLIENT, "Unknown client", detail, Optional.of(unknown.field())));
    }

    Response storeUnavailable() {
        Problem problem = Problem.of(
                503,
                ProblemTypes.STORE_UNAVAILABLE,
                "Store unavailable",
                "whether the request was carried out is unknown; the same request can safely be sent again");
        return comeBack(undecided(problem), STORE_RETRY_AFTER);
    }

    /** Whole seconds (RFC 9110, section 10.2.3), rounded up: who comes back sooner comes in vain. */
    private static Response comeBack(Response response, Duration after) {
        return response.with(
                "Retry-After", Long.toString(after.plusNanos(999_999_999).toSeconds()));
    }

    Response undecided(Problem problem) {
        return problem.toResponse().with(names.replayed(), "false");
    }
}
