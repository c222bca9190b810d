package io.counterfoil.http;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.KeyLifetime;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.http.response.ResponseKind;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import java.time.Duration;
import java.util.Optional;

/**
 * Writes responses: what a handler, a record or a {@link Problem} says, and then the header fields that describe it, in the order of this class:
 * {@code Link}, {@code Idempotency-Replayed}, those of the case, and the attempt ID.
 */
record ResponseWriter(HttpPolicy policy) {

    private static final Duration STORE_RETRY_AFTER = Duration.ofSeconds(1);

    /** A response and what it is the response to. */
    record Reply(HttpOutcome outcome, Response response) {

        Reply with(String name, String value) {
            return new Reply(outcome, response.with(name, value));
        }

        /** Whole seconds (RFC 9110, section 10.2.3), rounded up, so that a retry does not come too early; at least one. */
        Reply retryAfter(Duration delay) {
            long seconds = delay.toSeconds() + (delay.toNanosPart() > 0 ? 1 : 0);
            return with("Retry-After", Long.toString(Math.max(1, seconds)));
        }
    }

    /** The reply for an outcome of the engine. */
    Reply reply(Outcome<Response> outcome) {
        return outcome.match(this::executed, this::replayed, this::rejected);
    }

    /** The response to a request that is refused before anything was claimed. */
    Response refused(Problem problem, Optional<AttemptId> attempt) {
        return echoing(attempt, problem(HttpOutcome.REFUSED, problem).response());
    }

    /** The response to a request whose client is sending as many bodies as it may. */
    Response tooManyOpen(int limit, Duration retryAfter, Optional<AttemptId> attempt) {
        return echoing(
                attempt,
                rejected(new Outcome.TooManyInProgress<>(limit, retryAfter)).response());
    }

    /** The reply where the store failed. */
    Reply storeUnavailable(String detail) {
        return problem(HttpOutcome.STORE_UNAVAILABLE, detail).retryAfter(STORE_RETRY_AFTER);
    }

    /** The response to a request whose key is over its lifetime and has no record. */
    Response keyExpired(KeyLifetime lifetime) {
        KeySource source = policy.key().source();
        String detail =
                "the idempotency key in " + source.placeIn(policy.names()) + " is older than " + lifetime.duration()
                        + " and has no record; this request is not executed, an earlier one may have been";
        return problem(
                        HttpOutcome.KEY_EXPIRED,
                        HttpOutcome.KEY_EXPIRED.problem(detail, Optional.of(source.nameIn(policy.names()))))
                .response();
    }

    /** The same with the attempt ID of the request. */
    Response echoing(Optional<AttemptId> attempt, Response response) {
        return response.with(policy.names().attempt(), attempt.map(AttemptId::value));
    }

    private Reply executed(Outcome.Executed<Response> executed) {
        Response response = executed.value();
        return switch (executed.stored()) {
            case RESULT -> handlers(HttpOutcome.EXECUTED, response);
            case RESULT_TOO_LARGE, RESULT_WITHHELD ->
                handlers(HttpOutcome.NOT_STORED, response).with(policy.names().stored(), "false");
            case NOTHING -> notRecorded(response);
        };
    }

    private Reply notRecorded(Response response) {
        ResponseKind kind = policy.responses().classifier().classify(response);
        if (kind == ResponseKind.FAILED) {
            return handlers(HttpOutcome.FAILED, response);
        }
        if (response.status() >= 400 || kind != ResponseKind.DONE) {
            return handlers(HttpOutcome.NOT_REMEMBERED, response);
        }
        // A success that was not recorded: the transaction was marked for rollback, by the handler or by what it
        // called.
        return problem(
                HttpOutcome.NOT_REMEMBERED,
                Problem.of(
                        500,
                        ProblemTypes.ROLLED_BACK,
                        "Rolled back",
                        "the handler answered with status " + response.status()
                                + ", but its transaction was rolled back"));
    }

    private Reply replayed(Outcome.Replayed<Response> replayed) {
        return ofRecord(
                new Reply(
                        HttpOutcome.REPLAYED,
                        replayed.value().with(policy.names().replayed(), "true")),
                replayed.record());
    }

    private Reply rejected(Outcome.Rejected<Response> rejected) {
        HttpOutcome outcome = HttpOutcome.of(rejected);
        return rejected.match(
                inProgress -> problem(outcome, HttpOutcome.problem(inProgress)).retryAfter(inProgress.retryAfter()),
                payloadMismatch -> keyReused(),
                notStored -> ofRecord(problem(outcome, HttpOutcome.problem(notStored)), notStored.record()),
                unknown -> problem(outcome, HttpOutcome.problem(unknown)),
                tooMany -> problem(outcome, HttpOutcome.problem(tooMany)).retryAfter(tooMany.retryAfter()),
                notAdmitted -> new Reply(outcome, notAdmitted.value()));
    }

    private Reply keyReused() {
        Optional<String> field = policy.fingerprinting().isOfBodyAlone() ? Optional.of("body") : Optional.empty();
        String detail = "this idempotency key was used for a request with another "
                + field.orElse("body, query or header field");
        return problem(HttpOutcome.KEY_REUSED, HttpOutcome.KEY_REUSED.problem(detail, field));
    }

    /** A handler that guards its data with a key of its own decides itself whether this was a duplicate. */
    private Reply handlers(HttpOutcome outcome, Response response) {
        Reply reply = new Reply(outcome, response);
        String replayed = policy.names().replayed();
        return response.header(replayed).isPresent()
                ? reply
                : reply.with(replayed, Boolean.toString(outcome.isReplayed()));
    }

    private Reply ofRecord(Reply reply, IdempotencyRecord record) {
        HeaderNames names = policy.names();
        Response response = reply.response()
                .with(names.firstReceived(), record.firstReceived().toString())
                .with(names.firstAttempt(), record.firstAttempt().map(AttemptId::value))
                .with(names.requestCount(), Long.toString(record.requestCount()));
        return new Reply(reply.outcome(), response);
    }

    private Reply problem(HttpOutcome outcome, String detail) {
        return problem(outcome, outcome.problem(detail, Optional.empty()));
    }

    private Reply problem(HttpOutcome outcome, Problem problem) {
        Response response = challenged(problem)
                .with("Link", policy.documentation().map(uri -> "<" + uri.toASCIIString() + ">; rel=\"describedby\""))
                .with(policy.names().replayed(), Boolean.toString(outcome.isReplayed()));
        return new Reply(outcome, response);
    }

    /** A 401 names a scheme (RFC 9110, section 15.5.2); there is no registered one for keys in a field of their own. */
    private static Response challenged(Problem problem) {
        Optional<String> scheme =
                problem.field().filter(field -> problem.status() == 401).map(field -> "ApiKey field=\"" + field + '"');
        return problem.toResponse().with("WWW-Authenticate", scheme);
    }
}
