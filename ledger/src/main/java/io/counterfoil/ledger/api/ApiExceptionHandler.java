package io.counterfoil.ledger.api;

import io.counterfoil.http.message.BodyRate.BodyTooSlowException;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.Problem;
import io.counterfoil.idempotency.DataKeys.KeyInFlightException;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.samples.support.launch.LaunchException;
import io.counterfoil.samples.support.web.ClientGone;
import io.counterfoil.samples.support.web.NotFoundPage;
import io.counterfoil.samples.support.web.StatusProblem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.UncategorizedDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns every exception into a problem; none shows a stack trace to a client. */
@RestControllerAdvice
class ApiExceptionHandler extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ApiExceptionHandler.class);

    private final HandlerExceptionResolver engineProblems;

    ApiExceptionHandler(@Qualifier("engineProblems") HandlerExceptionResolver engineProblems) {
        this.engineProblems = engineProblems;
    }

    @ExceptionHandler
    ResponseEntity<Object> invalidField(InvalidFieldException invalid) {
        return Answers.problem(Problems.invalid(invalid.field(), invalid.reason()));
    }

    @ExceptionHandler
    ResponseEntity<Object> notFound(NotFoundException missing) {
        return Answers.problem(missing.problem());
    }

    /** Answered by the starter. Not thrown again, because Spring takes a broken connection to the database for the client's then. */
    @ExceptionHandler({StoreException.class, KeyInFlightException.class, InvalidIdentifierException.class})
    void ofTheEngine(RuntimeException failure, HttpServletRequest request, HttpServletResponse response) {
        engineProblems.resolveException(request, response, null, failure);
    }

    /** Among them a failure without a class of its own: Citus reports a node that is gone as an internal error, XX000. */
    @ExceptionHandler({
        TransientDataAccessException.class,
        RecoverableDataAccessException.class,
        NonTransientDataAccessResourceException.class,
        UncategorizedDataAccessException.class
    })
    ResponseEntity<Object> unavailable(RuntimeException failure) {
        // No stack trace: an overloaded or unreachable database fails many requests for one reason.
        log.warn("Database failed: {}", LaunchException.reason(failure));
        Problem problem = Problems.unavailable(
                "whether the request was executed is unknown; the same request can safely be sent again");
        return Answers.later(problem, 1)
                .header(HeaderNames.DEFAULT.replayed(), "false")
                .body(problem.toJson());
    }

    /** The container decodes a query lazily, so its exceptions surface in Spring. */
    @ExceptionHandler
    ResponseEntity<Object> unreadableQuery(InvalidParameterException invalid) {
        return Answers.problem(Problems.invalid("query", "has a percent-encoding that cannot be decoded"));
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> unexpected(Exception failure) {
        if (ClientGone.caused(failure)) {
            log.debug("The client closed its connection before its response was complete");
            return null;
        }
        log.error("Request failed", failure);
        return Answers.problem(StatusProblem.of(500));
    }

    @ExceptionHandler
    ResponseEntity<Object> tooSlow(BodyTooSlowException late) {
        return Answers.problem(late.problem());
    }

    /** The body is missing or arrived too slowly; unreadable content is an {@link InvalidFieldException}. */
    @Override
    protected ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException missing, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return missing.getCause() instanceof BodyTooSlowException late
                ? tooSlow(late)
                : Answers.problem(Problems.invalid("body", "is missing"));
    }

    @Override
    protected ResponseEntity<Object> handleMaxUploadSizeExceededException(
            MaxUploadSizeExceededException body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return Answers.problem(Problem.bodyTooLarge(body.getMaxUploadSize()));
    }

    /** Rejections by Spring: unknown paths, methods, media types. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        Optional<ResponseEntity<Object>> page = NotFoundPage.of(failure, request);
        if (page.isPresent()) {
            return page.get();
        }
        Problem problem = StatusProblem.of(status.value());
        if (failure instanceof HttpMediaTypeNotSupportedException) {
            String field = HttpHeaders.CONTENT_TYPE;
            String detail = field + " must be application/json";
            problem = new Problem(problem.status(), problem.type(), problem.title(), detail, Optional.of(field));
        }
        return Answers.status(problem).headers(headers).body(problem.toJson());
    }
}
