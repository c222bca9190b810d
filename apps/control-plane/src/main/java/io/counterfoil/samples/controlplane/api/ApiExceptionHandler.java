package io.counterfoil.samples.controlplane.api;

import io.counterfoil.http.message.Problem;
import io.counterfoil.samples.controlplane.orchestrator.DispatchFailedException;
import io.counterfoil.samples.controlplane.orchestrator.RefusedException;
import io.counterfoil.samples.support.web.ProblemResponse;
import io.counterfoil.samples.support.web.ServiceProblems;
import io.counterfoil.springboot.web.EngineExceptionHandler;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;

/** The problems of this API's own exceptions. */
@RestControllerAdvice
class ApiExceptionHandler extends EngineExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ApiExceptionHandler.class);
    private static final int RETRY_AFTER_SECONDS = 1;

    @ExceptionHandler
    ResponseEntity<Object> invalidField(InvalidFieldException invalid) {
        return ProblemResponse.of(Problems.invalid(invalid.field(), invalid.reason()));
    }

    @ExceptionHandler
    ResponseEntity<Object> tooLarge(CommandBody.BodyTooLargeException tooLarge) {
        return ProblemResponse.of(Problem.bodyTooLarge(CommandBody.MAX_BYTES));
    }

    @ExceptionHandler
    ResponseEntity<Object> refused(RefusedException refused) {
        return ProblemResponse.of(Problems.of(refused));
    }

    @ExceptionHandler
    ResponseEntity<Object> notDispatched(DispatchFailedException failure) {
        log.warn("A command was not dispatched: {}", String.valueOf(failure.getCause()));
        return ProblemResponse.of(Problems.brokerUnavailable(), RETRY_AFTER_SECONDS);
    }

    @ExceptionHandler
    ResponseEntity<Object> unreadableQuery(InvalidParameterException invalid) {
        return ProblemResponse.of(Problems.invalid("query", "has a percent-encoding that cannot be decoded"));
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
