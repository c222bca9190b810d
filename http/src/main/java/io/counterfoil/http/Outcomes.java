package io.counterfoil.http;

import io.counterfoil.idempotency.Outcome;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Turns what the engine says of a request into its answer, and writes it to the log: the key and the status, never the contents. */
record Outcomes(HttpPolicy policy, Answers answers) {

    private static final Logger log = LoggerFactory.getLogger(HttpIdempotency.class);

    Judgement judge(KeyedRequest request, Outcome<Response> outcome) {
        return outcome.match(
                executed -> executed(request, executed),
                replayed -> replayed(request, replayed),
                rejected -> rejected(request, rejected));
    }

    Judgement failed(KeyedRequest request, Response response) {
        logExecuted(request, response);
        return new Judgement(Disposition.FAILED, answers.original(response));
    }

    Judgement storeFailed(KeyedRequest request, StoreException failure) {
        log.error(
                "Store of records failed [request_id={}] [client={}]",
                request.key().requestId(),
                request.key().client(),
                failure);
        return new Judgement(Disposition.STORE_UNAVAILABLE, answers.storeUnavailable());
    }

    /** The handler was not run: an overloaded database refuses many requests so, and no trace tells more than the reason. */
    Judgement notBegun(KeyedRequest request, StoreException failure) {
        log.warn(
                "Store of records failed before the request was executed [request_id={}] [reason={}]",
                request.key().requestId(),
                reason(failure));
        log.debug("Store of records failed", failure);
        return new Judgement(Disposition.STORE_UNAVAILABLE, answers.storeUnavailableBefore());
    }

    /** What failed, and why in the first place, in one line. */
    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text = cause == failure ? String.valueOf(failure.getMessage()) : failure.getMessage() + ": " + cause;
        return text.replaceAll("\\s*\\R\\s*", " ");
    }

    private Judgement executed(KeyedRequest request, Outcome.Executed<Response> executed) {
        Response response = executed.value();
        logExecuted(request, response);
        return switch (executed.stored()) {
            case RESULT -> new Judgement(Disposition.EXECUTED, answers.original(response));
            case RESULT_TOO_LARGE, RESULT_WITHHELD ->
                new Judgement(
                        Disposition.NOT_STORED,
                        answers.original(response).with(policy.names().stored(), "false"));
            case NOTHING -> new Judgement(Disposition.NOT_REMEMBERED, notRemembered(response));
        };
    }

    /** A success that was to be kept and is not: the transaction was marked for roll-back, behind the handler's back or not. */
    private Response notRemembered(Response response) {
        boolean saysDone = response.status() < 400 && policy.remembering().fate(response) == Fate.DONE;
        return saysDone ? answers.rolledBack(response) : answers.original(response);
    }

    private static void logExecuted(KeyedRequest request, Response response) {
        log.info(
                "Request executed [request_id={}] [client={}] [attempt={}] [status={}]",
                request.key().requestId(),
                request.key().client(),
                attempt(request),
                response.status());
    }

    private Judgement replayed(KeyedRequest request, Outcome.Replayed<Response> replayed) {
        log.info(
                "Request replayed [request_id={}] [client={}] [attempt={}] [status={}] [request_count={}]",
                request.key().requestId(),
                request.key().client(),
                attempt(request),
                replayed.value().status(),
                replayed.record().requestCount());
        return new Judgement(Disposition.REPLAYED, answers.duplicate(replayed.value(), replayed.record()));
    }

    private Judgement rejected(KeyedRequest request, Outcome.Rejected<Response> rejected) {
        log.atLevel(rejected instanceof Outcome.InProgress ? Level.INFO : Level.WARN)
                .log(
                        "Request rejected [request_id={}] [client={}] [attempt={}] [reason={}]",
                        request.key().requestId(),
                        request.key().client(),
                        attempt(request),
                        rejected.getClass().getSimpleName());
        return rejected.match(
                inFlight -> new Judgement(Disposition.IN_PROGRESS, answers.inProgress(inFlight.retryAfter())),
                payloadMismatch -> new Judgement(Disposition.KEY_REUSED, answers.keyReused(policy.fingerprinting())),
                notKept -> new Judgement(Disposition.RESPONSE_NOT_STORED, answers.responseNotStored(notKept.record())),
                unknown -> new Judgement(Disposition.OUTCOME_UNKNOWN, answers.outcomeUnknown()),
                tooMany -> new Judgement(Disposition.TOO_MANY_OPEN, answers.tooManyInProgress(tooMany)));
    }

    private static String attempt(KeyedRequest request) {
        return request.attempt().map(AttemptId::toString).orElse("-");
    }
}
