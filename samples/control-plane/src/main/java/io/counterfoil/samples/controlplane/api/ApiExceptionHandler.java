package io.counterfoil.samples.controlplane.api;

import io.counterfoil.http.message.Problem;
import io.counterfoil.samples.controlplane.orchestrator.DispatchFailedException;
import io.counterfoil.samples.controlplane.orchestrator.RefusedException;
import io.counterfoil.samples.support.web.ProblemAdvice;
import io.counterfoil.samples.support.web.ProblemResponse;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** The problems of this API's own exceptions. */
@RestControllerAdvice
class ApiExceptionHandler extends ProblemAdvice {

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
}
