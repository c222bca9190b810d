package io.counterfoil.http;

import io.counterfoil.idempotency.Outcome;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * The engine's outcomes as responses, each with the header fields that tell what it is (RQ-8, RQ-9).
 *
 * @param names the header fields on the wire
 * @param documentation what problems link to
 */
record Answers(HeaderNames names, Optional<URI> documentation) {

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
        return duplicate(comeBack(linked(problem.toResponse()), retryAfter));
    }

    Response responseNotStored(IdempotencyRecord record) {
        Problem problem = Problem.of(
                409,
                ProblemTypes.RESPONSE_NOT_STORED,
                "Response not stored",
                "the request was executed; its response was too large to be stored, or must not be stored");
        return duplicate(linked(problem.toResponse()), record);
    }

    Response outcomeUnknown() {
        Problem problem = Problem.of(
                409,
                ProblemTypes.OUTCOME_UNKNOWN,
                "Outcome unknown",
                "this request was begun and not finished; whether it took effect is not known until somebody has looked");
        return duplicate(linked(problem.toResponse()));
    }

    /** 429 (RFC 6585, section 4): it is this client that has too much at work, and another client's request would do. */
    Response tooManyInProgress(Outcome.TooManyInProgress<Response> tooMany) {
        Problem problem = Problem.of(
                429,
                ProblemTypes.TOO_MANY_OPEN,
                "Too many open requests",
                "this client has " + tooMany.limit() + " requests with a key at work, and may not have more at a time");
        return comeBack(undecided(problem), tooMany.retryAfter());
    }

    Response keyReused(Fingerprinting fingerprinting) {
        Optional<String> field = OfBody.isAllOf(fingerprinting) ? Optional.of("body") : Optional.empty();
        String detail = "this idempotency key was used for a request with another "
                + field.orElse("body, query or header field");
        return undecided(new Problem(422, ProblemTypes.KEY_REUSED, "Idempotency key reused", detail, field));
    }

    Response keyMissing(KeySource source) {
        String detail = "this endpoint requires an idempotency key in " + source.placeIn(names);
        return undecided(new Problem(
                400, ProblemTypes.KEY_MISSING, "Idempotency key missing", detail, Optional.of(source.nameIn(names))));
    }

    /** The same with the attempt ID that the request came with (RQ-10). */
    Response echoing(Optional<AttemptId> attempt, Response response) {
        return response.with(names.attempt(), attempt.map(AttemptId::value));
    }

    Response refused(RefusedRequest refused) {
        return undecided(refused.response());
    }

    Response storeUnavailable() {
        return storeUnavailable(
                "whether the request was carried out is unknown; the same request can safely be sent again");
    }

    /** For a request whose handler was not run. */
    Response storeUnavailableBefore() {
        return storeUnavailable("this attempt executed nothing; the same request can safely be sent again");
    }

    private Response storeUnavailable(String detail) {
        Problem problem = Problem.of(503, ProblemTypes.STORE_UNAVAILABLE, "Store unavailable", detail);
        return comeBack(undecided(problem), STORE_RETRY_AFTER);
    }

    /** Whole seconds (RFC 9110, section 10.2.3), rounded up: who comes back sooner comes in vain. At least one. */
    private static Response comeBack(Response response, Duration after) {
        long seconds = after.toSeconds() + (after.toNanosPart() > 0 ? 1 : 0);
        return response.with("Retry-After", Long.toString(Math.max(1, seconds)));
    }

    Response undecided(Problem problem) {
        return undecided(problem.toResponse());
    }

    private Response undecided(Response problem) {
        return linked(problem).with(names.replayed(), "false");
    }

    private Response linked(Response problem) {
        return problem.with("Link", documentation.map(uri -> "<" + uri.toASCIIString() + ">; rel=\"describedby\""));
    }
}
