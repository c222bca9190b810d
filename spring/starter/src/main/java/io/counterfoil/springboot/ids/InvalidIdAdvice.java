package io.counterfoil.springboot.ids;

import io.counterfoil.http.message.Problem;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
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
        Optional<Problem> problem = InvalidIdProblems.of(refused);
        return problem.isPresent()
                ? super.handleExceptionInternal(refused, detail(problem.get()), headers, status, request)
                : super.handleExceptionInternal(refused, body, headers, status, request);
    }

    private static ProblemDetail detail(Problem problem) {
        ProblemDetail detail =
                ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(problem.status()), problem.detail());
        detail.setType(URI.create(problem.type()));
        detail.setTitle(problem.title());
        problem.field().ifPresent(field -> detail.setProperty("field", field));
        return detail;
    }
}
