package io.counterfoil.http;

import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Logs keyed requests, each with its key and its outcome, never with its contents. */
final class RequestLog {

    private static final Logger log = LoggerFactory.getLogger(HttpIdempotency.class);

    private RequestLog() {}

    static void ended(KeyedRequest request, Outcome<Response> outcome) {
        if (outcome instanceof Outcome.Executed<Response> executed) {
            log.info(
                    "Request executed [request_id={}] [client={}] [attempt={}] [status={}]",
                    request.key().requestId(),
                    request.key().client(),
                    attempt(request),
                    executed.value().status());
        } else if (outcome instanceof Outcome.Replayed<Response> replayed) {
            log.info(
                    "Request replayed [request_id={}] [client={}] [attempt={}] [status={}] [request_count={}]",
                    request.key().requestId(),
                    request.key().client(),
                    attempt(request),
                    replayed.value().status(),
                    replayed.record().requestCount());
        } else {
            rejected(request, (Outcome.Rejected<Response>) outcome);
        }
    }

    private static void rejected(KeyedRequest request, Outcome.Rejected<Response> rejected) {
        String reason = rejected instanceof Outcome.NotAdmitted
                ? "KeyExpired"
                : rejected.getClass().getSimpleName();
        log.atLevel(rejected instanceof Outcome.InProgress ? Level.INFO : Level.WARN)
                .log(
                        "Request rejected [request_id={}] [client={}] [attempt={}] [reason={}]",
                        request.key().requestId(),
                        request.key().client(),
                        attempt(request),
                        reason);
    }

    /** One line without a trace: all connections of a pool break at once. */
    static void storeFailed(KeyedRequest request, StoreException failure) {
        log.error(
                "Store of records failed [request_id={}] [client={}] [reason={}]",
                request.key().requestId(),
                request.key().client(),
                reason(failure));
        log.debug("Store of records failed", failure);
    }

    /** One line without a trace: an overloaded database refuses many requests so. */
    static void storeFailedBefore(KeyedRequest request, StoreException failure) {
        log.warn(
                "Store of records failed before the request was executed [request_id={}] [reason={}]",
                request.key().requestId(),
                reason(failure));
        log.debug("Store of records failed", failure);
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
