package io.counterfoil.springids;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Boot's problem details, with the reason of an invalid id, which they lack. */
@ControllerAdvice
@ConditionalOnBooleanProperty("spring.mvc.problemdetails.enabled")
class InvalidIdAdvice extends ResponseEntityExceptionHandler {

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception refused, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        Optional<InvalidIdProblem> problem = InvalidIds.of(refused);
        return problem.isPresent()
                ? super.handleExceptionInternal(refused, problem.get().toProblemDetail(), headers, status, request)
                : super.handleExceptionInternal(refused, body, headers, status, request);
    }
}
