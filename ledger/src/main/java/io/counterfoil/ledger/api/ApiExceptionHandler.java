package io.counterfoil.ledger.api;

import io.counterfoil.http.HeaderNames;
import io.counterfoil.http.Problem;
import io.counterfoil.http.ProblemTypes;
import io.counterfoil.idempotency.KeyInFlightException;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.ledger.domain.InvalidFieldException;
import java.util.Optional;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns every exception into a problem; none shows a stack trace to a client. */
@RestControllerAdvice
class ApiExceptionHandler extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ApiExceptionHandler.class);

    @ExceptionHandler
    ResponseEntity<Object> invalidField(InvalidFieldException invalid) {
        return Answers.problem(Problems.invalid(invalid));
    }

    /** Only the client's name is read from a header field here; all others are the filter's. */
    @ExceptionHandler
    ResponseEntity<Object> invalidHeader(InvalidIdentifierException invalid) {
        return Answers.problem(Problem.badHeader(invalid.kind(), invalid.reason()));
    }

    @ExceptionHandler
    ResponseEntity<Object> bodyTooLarge(BodyTooLargeException tooLarge) {
        return Answers.problem(Problem.bodyTooLarge(tooLarge.maxBytes()));
    }

    @ExceptionHandler
    ResponseEntity<Object> inFlight(KeyInFlightException inFlight) {
        return later(
                Problem.of(
                        409,
                        ProblemTypes.REQUEST_IN_PROGRESS,
                        "Request in progress",
                        "the original of this request is still being carried out"),
                inFlight.retryAfter().toSeconds(),
                true);
    }

    @ExceptionHandler({
        StoreException.class,
        TransientDataAccessException.class,
        RecoverableDataAccessException.class,
        NonTransientDataAccessResourceException.class
    })
    ResponseEntity<Object> unavailable(RuntimeException failure) {
        log.error("Database failed", failure);
        return later(
                Problem.of(
                        503,
                        ProblemTypes.STORE_UNAVAILABLE,
                        "Store unavailable",
                        "whether the request was carried out is unknown; the same request can safely be sent again"),
                1,
                false);
    }

    private static ResponseEntity<Object> later(Problem problem, long seconds, boolean duplicate) {
        return Answers.later(problem, seconds)
                .header(HeaderNames.DEFAULT.replayed(), Boolean.toString(duplicate))
                .body(problem.toJson());
    }

    @ExceptionHandler
    ResponseEntity<Object> invalidMediaType(InvalidMediaTypeException invalid) {
        return Answers.problem(new Problem(
                415,
                "about:blank",
                "Unsupported Media Type",
                "Content-Type must be application/json",
                Optional.of("Content-Type")));
    }

    /** The container decodes a query when Spring first asks for it, and throws what it finds there at Spring. */
    @ExceptionHandler
    ResponseEntity<Object> unreadableQuery(InvalidParameterException invalid) {
        return Answers.problem(Problems.invalid("query", "has a percent-encoding that cannot be decoded"));
    }

    @ExceptionHandler
    ResponseEntity<Object> unexpected(Exception failure) {
        log.error("Request failed", failure);
        return Answers.problem(Problem.of(500, "about:blank", "Internal Server Error", ""));
    }

    /** What Spring itself refuses: unknown paths, methods, media types. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        HttpStatus known = HttpStatus.resolve(status.value());
        Optional<String> field = failure instanceof HttpMediaTypeNotSupportedException
                ? Optional.of(HttpHeaders.CONTENT_TYPE)
                : Optional.empty();
        String detail = field.isPresent() ? "Content-Type must be application/json" : "";
        String title = known == null ? "Status " + status.value() : known.getReasonPhrase();
        ResponseEntity<Object> answer =
                Answers.problem(new Problem(status.value(), "about:blank", title, detail, field));
        return ResponseEntity.status(status)
                .headers(headers)
                .headers(answer.getHeaders())
                .body(answer.getBody());
    }
}
