package io.counterfoil.samples.support.web;

import io.counterfoil.http.message.Problem;
import io.counterfoil.springboot.web.EngineExceptionHandler;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.WebRequest;

/** Turns every exception into a problem; none shows a stack trace to a client. A service adds handlers of its own exceptions. */
public abstract class ProblemAdvice extends EngineExceptionHandler {

    private final Logger log = LoggerFactory.getLogger(getClass());

    /** The response to an exception without a handler; none where the client has gone. */
    @ExceptionHandler
    public final @Nullable ResponseEntity<Object> unexpected(Exception failure) {
        if (ClientGone.caused(failure)) {
            log.debug("The client closed its connection before its response was complete");
            return null;
        }
        log.error("Request failed", failure);
        return ProblemResponse.of(StatusProblem.of(500));
    }

    /** Rejections by Spring: unknown paths, methods, media types. */
    @Override
    protected final @Nullable ResponseEntity<Object> handleExceptionInternal(
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
        return ProblemResponse.status(problem).headers(headers).body(problem.toJson());
    }
}
