package io.counterfoil.ledger.api;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.Problem;
import io.counterfoil.http.request.BodyTooSlowException;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.samples.support.launch.LaunchException;
import io.counterfoil.samples.support.web.ProblemResponse;
import io.counterfoil.samples.support.web.ServiceProblems;
import io.counterfoil.springboot.web.EngineExceptionHandler;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.UncategorizedDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

/** The problems of this API's own exceptions, and of a database that fails. */
@RestControllerAdvice
class ApiExceptionHandler extends EngineExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ApiExceptionHandler.class);

    @ExceptionHandler
    ResponseEntity<Object> invalidField(InvalidFieldException invalid) {
        return ProblemResponse.of(Problems.invalid(invalid.field(), invalid.reason()));
    }

    @ExceptionHandler
    ResponseEntity<Object> notFound(NotFoundException missing) {
        return ProblemResponse.of(missing.problem());
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
        return ProblemResponse.later(problem, 1)
                .header(HeaderNames.DEFAULT.replayed(), "false")
                .body(problem.toJson());
    }

    /** The container decodes a query lazily, so its exceptions surface in Spring. */
    @ExceptionHandler
    ResponseEntity<Object> unreadableQuery(InvalidParameterException invalid) {
        return ProblemResponse.of(Problems.invalid("query", "has a percent-encoding that cannot be decoded"));
    }

    @ExceptionHandler
    ResponseEntity<Object> tooSlow(BodyTooSlowException late) {
        return ProblemResponse.of(late.problem());
    }

    /** The body is missing or arrived too slowly; unreadable content is an {@link InvalidFieldException}. */
    @Override
    protected ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException missing, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return missing.getCause() instanceof BodyTooSlowException late
                ? tooSlow(late)
                : ProblemResponse.of(Problems.invalid("body", "is missing"));
    }

    @Override
    protected ResponseEntity<Object> handleMaxUploadSizeExceededException(
            MaxUploadSizeExceededException body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return ProblemResponse.of(Problem.bodyTooLarge(body.getMaxUploadSize()));
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> unexpected(Exception failure) {
        return ServiceProblems.unexpected(failure, log);
    }

    @Override
    protected ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return ServiceProblems.rejected(failure, headers, status, request);
    }
}
