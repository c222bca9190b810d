package io.counterfoil.samples.controlplane.api;

import io.counterfoil.http.message.Problem;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.samples.controlplane.orchestrator.DispatchFailedException;
import io.counterfoil.samples.controlplane.orchestrator.RefusedException;
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
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns every exception into a problem; none shows a stack trace to a client. */
@RestControllerAdvice
class ApiExceptionHandler extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ApiExceptionHandler.class);
    private static final int RETRY_AFTER_SECONDS = 1;

    private final HandlerExceptionResolver engineProblems;

    ApiExceptionHandler(@Qualifier("engineProblems") HandlerExceptionResolver engineProblems) {
        this.engineProblems = engineProblems;
    }

    @ExceptionHandler
    ResponseEntity<Object> invalidField(InvalidFieldException invalid) {
        return Problems.answer(Problems.invalid(invalid.field(), invalid.reason()));
    }

    @ExceptionHandler
    ResponseEntity<Object> tooLarge(CommandBody.BodyTooLargeException tooLarge) {
        return Problems.answer(Problem.bodyTooLarge(CommandBody.MAX_BYTES));
    }

    @ExceptionHandler
    ResponseEntity<Object> refused(RefusedException refused) {
        return Problems.answer(Problems.of(refused));
    }

    @ExceptionHandler
    ResponseEntity<Object> notDispatched(DispatchFailedException failure) {
        log.warn("A command was not dispatched: {}", String.valueOf(failure.getCause()));
        return Problems.later(Problems.brokerUnavailable(), RETRY_AFTER_SECONDS);
    }

    /** Answered by the starter. Not thrown again, because Spring takes a broken connection to the database for the client's then. */
    @ExceptionHandler
    void ofTheEngine(StoreException failure, HttpServletRequest request, HttpServletResponse response) {
        engineProblems.resolveException(request, response, null, failure);
    }

    @ExceptionHandler
    ResponseEntity<Object> unreadableQuery(InvalidParameterException invalid) {
        return Problems.answer(Problems.invalid("query", "has a percent-encoding that cannot be decoded"));
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> unexpected(Exception failure) {
        if (ClientGone.caused(failure)) {
            log.debug("The client closed its connection before its response was complete");
            return null;
        }
        log.error("Request failed", failure);
        return Problems.answer(StatusProblem.of(500));
    }

    /** What Spring itself refuses: unknown paths, methods, media types. */
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
            String detail = field + " must be " + MediaType.APPLICATION_JSON_VALUE;
            problem = new Problem(problem.status(), problem.type(), problem.title(), detail, Optional.of(field));
        }
        return Problems.status(problem).headers(headers).body(problem.toJson());
    }
}
