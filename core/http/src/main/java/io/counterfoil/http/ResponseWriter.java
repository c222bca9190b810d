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
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes responses: turns the engine's outcomes, and requests that are refused, into responses with the header fields that describe them.
 * Logs each keyed request with its key and status, never with its contents, and reports its outcome to the observation.
 */
record ResponseWriter(HttpPolicy policy) {

    private static final Logger log = LoggerFactory.getLogger(HttpIdempotency.class);
    private static final Duration STORE_RETRY_AFTER = Duration.ofSeconds(1);

    /** The response for an outcome of the engine. */
    Response write(KeyedRequest request, Outcome<Response> outcome, ExchangeObservation observation) {
        return outcome.match(
                executed -> executed(request, executed, observation),
                replayed -> replayed(request, replayed, observation),
                rejected -> rejected(request, rejected, observation));
    }

    /** The response of a handler whose work was rolled back, or is unknown, because of that response. */
    Response failed(KeyedRequest request, Response response, ExchangeObservation observation) {
        logExecuted(request, response);
        return reported(HttpOutcome.FAILED, request, original(response), observation);
    }

    /** The response where the store failed after the handler was started. One line without a trace: all connections of a pool break at once. */
    Response storeFailed(KeyedRequest request, StoreException failure, ExchangeObservation observation) {
        log.error(
                "Store of records failed [request_id={}] [client={}] [reason={}]",
                request.key().requestId(),
                request.key().client(),
                reason(failure));
        log.debug("Store of records failed", failure);
        return storeUnavailable(
                request,
                "whether the request was executed is unknown; the same request can safely be sent again",
                observation);
    }

    /** The response where the handler was not started. One line without a trace: an overloaded database refuses many requests so. */
    Response storeFailedBefore(KeyedRequest request, StoreException failure, ExchangeObservation observation) {
        log.warn(
                "Store of records failed before the request was executed [request_id={}] [reason={}]",
                request.key().requestId(),
                reason(failure));
        log.debug("Store of records failed", failure);
        return storeUnavailable(request, "the request was not executed; it can safely be sent again", observation);
    }

    /** A request that is rejected by its own head or body. */
    Response refused(RequestReader.RefusedRequest refused) {
        return undecided(refused.response());
    }

    /** The same with this problem. */
    Response refused(Problem problem) {
        return undecided(problem.toResponse());
    }

    Response keyMissing() {
        KeySource source = policy.key();
        return refused(new Problem(
                400,
                ProblemTypes.KEY_MISSING,
                "Idempotency key missing",
                "this endpoint requires an idempotency key in " + source.placeIn(policy.names())
                        + policy.keyLifetime()
                                .map(lifetime -> ", a UUIDv7 of at most " + lifetime.duration())
                                .orElse(""),
                Optional.of(source.nameIn(policy.names()))));
    }

    /** The response to a request whose key is over its lifetime and has no record. */
    Response keyExpired(KeyedRequest request, ExchangeObservation observation) {
        logRejected(Level.WARN, request, "KeyExpired");
        return reported(HttpOutcome.KEY_EXPIRED, request, keyExpired(), observation);
    }

    Response keyExpired() {
        KeySource source = policy.key();
        return refused(new Problem(
                422,
                ProblemTypes.KEY_EXPIRED,
                "Idempotency key expired",
                "the idempotency key in " + source.placeIn(policy.names()) + " is older than "
                        + policy.keyLifetime().map(KeyLifetime::duration).orElseThrow()
                        + " and has no record; this request is not executed, an earlier one may have been",
                Optional.of(source.nameIn(policy.names()))));
    }

    Response tooManyInProgress(Outcome.TooManyInProgress<Response> tooMany) {
        return retryAfter(refused(Problem.of(tooMany)), tooMany.retryAfter());
    }

    /** The same with the attempt ID of the request. */
    Response echoing(Optional<AttemptId> attempt, Response response) {
        return response.with(policy.names().attempt(), attempt.map(AttemptId::value));
    }

    private Response executed(
            KeyedRequest request, Outcome.Executed<Response> executed, ExchangeObservation observation) {
        Response response = executed.value();
        logExecuted(request, response);
        return switch (executed.stored()) {
            case RESULT -> reported(HttpOutcome.EXECUTED, request, original(response), observation);
            case RESULT_TOO_LARGE, RESULT_WITHHELD ->
                reported(
                        HttpOutcome.NOT_STORED,
                        request,
                        original(response).with(policy.names().stored(), "false"),
                        observation);
            case NOTHING -> reported(HttpOutcome.NOT_REMEMBERED, request, notRecorded(response), observation);
        };
    }

    /** A success that was not recorded: the transaction was marked for rollback, by the handler or by what it called. */
    private Response notRecorded(Response response) {
        if (response.status() >= 400 || policy.classifier().classify(response) != ResponseKind.DONE) {
            return original(response);
        }
        return refused(Problem.of(
                500,
                ProblemTypes.ROLLED_BACK,
                "Rolled back",
                "the handler answered with status " + response.status() + ", but its transaction was rolled back"));
    }

    private Response replayed(
            KeyedRequest request, Outcome.Replayed<Response> replayed, ExchangeObservation observation) {
        log.info(
                "Request replayed [request_id={}] [client={}] [attempt={}] [status={}] [request_count={}]",
                request.key().requestId(),
                request.key().client(),
                attempt(request),
                replayed.value().status(),
                replayed.record().requestCount());
        return reported(HttpOutcome.REPLAYED, request, duplicate(replayed.value(), replayed.record()), observation);
    }

    private Response rejected(
            KeyedRequest request, Outcome.Rejected<Response> rejected, ExchangeObservation observation) {
        logRejected(
                rejected instanceof Outcome.InProgress ? Level.INFO : Level.WARN,
                request,
                rejected.getClass().getSimpleName());
        return rejected.match(
                inProgress -> reported(
                        HttpOutcome.IN_PROGRESS,
                        request,
                        retryAfter(duplicate(conflict(inProgress)), inProgress.retryAfter()),
                        observation),
                payloadMismatch -> reported(HttpOutcome.KEY_REUSED, request, keyReused(), observation),
                notStored -> reported(
                        HttpOutcome.RESPONSE_NOT_STORED,
                        request,
                        duplicate(conflict(notStored), notStored.record()),
                        observation),
                unknown -> reported(HttpOutcome.OUTCOME_UNKNOWN, request, duplicate(conflict(unknown)), observation),
                tooMany -> reported(HttpOutcome.TOO_MANY_OPEN, request, tooManyInProgress(tooMany), observation));
    }

    private Response reported(
            HttpOutcome outcome, KeyedRequest request, Response response, ExchangeObservation observation) {
        Response echoed = echoing(request.attempt(), response);
        observation.answered(outcome, echoed);
        return echoed;
    }

    /** A handler that guards its data with a key of its own decides itself whether this was a duplicate. */
    private Response original(Response response) {
        String replayed = policy.names().replayed();
        return response.header(replayed).isPresent() ? response : response.with(replayed, "false");
    }

    private Response duplicate(Response response) {
        return response.with(policy.names().replayed(), "true");
    }

    private Response duplicate(Response response, IdempotencyRecord record) {
        HeaderNames names = policy.names();
        return duplicate(response)
                .with(names.firstReceived(), record.firstReceived().toString())
                .with(names.firstAttempt(), record.firstAttempt().map(AttemptId::value))
                .with(names.requestCount(), Long.toString(record.requestCount()));
    }

    private Response conflict(Outcome.Rejected<Response> rejected) {
        return linked(Problem.of(rejected).toResponse());
    }

    private Response keyReused() {
        Optional<String> field = policy.fingerprinting().isOfBodyAlone() ? Optional.of("body") : Optional.empty();
        String detail = "this idempotency key was used for a request with another "
                + field.orElse("body, query or header field");
        return refused(new Problem(422, ProblemTypes.KEY_REUSED, "Idempotency key reused", detail, field));
    }

    private Response storeUnavailable(KeyedRequest request, String detail, ExchangeObservation observation) {
        Response problem = refused(Problem.storeUnavailable(detail));
        return reported(HttpOutcome.STORE_UNAVAILABLE, request, retryAfter(problem, STORE_RETRY_AFTER), observation);
    }

    /** Whole seconds (RFC 9110, section 10.2.3), rounded up, so that a retry does not come too early; at least one. */
    private static Response retryAfter(Response response, Duration delay) {
        long seconds = delay.toSeconds() + (delay.toNanosPart() > 0 ? 1 : 0);
        return response.with("Retry-After", Long.toString(Math.max(1, seconds)));
    }

    private Response undecided(Response problem) {
        return linked(problem).with(policy.names().replayed(), "false");
    }

    private Response linked(Response problem) {
        return problem.with(
                "Link", policy.documentation().map(uri -> "<" + uri.toASCIIString() + ">; rel=\"describedby\""));
    }

    private static void logExecuted(KeyedRequest request, Response response) {
        log.info(
                "Request executed [request_id={}] [client={}] [attempt={}] [status={}]",
                request.key().requestId(),
                request.key().client(),
                attempt(request),
                response.status());
    }

    private static void logRejected(Level level, KeyedRequest request, String reason) {
        log.atLevel(level)
                .log(
                        "Request rejected [request_id={}] [client={}] [attempt={}] [reason={}]",
                        request.key().requestId(),
                        request.key().client(),
                        attempt(request),
                        reason);
    }

    private static String attempt(KeyedRequest request) {
        return request.attempt().map(AttemptId::toString).orElse("-");
    }

    /** The failure and its root cause in one line. */
    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text = cause == failure ? String.valueOf(failure.getMessage()) : failure.getMessage() + ": " + cause;
        return text.replaceAll("\\s*\\R\\s*", " ");
    }
}
