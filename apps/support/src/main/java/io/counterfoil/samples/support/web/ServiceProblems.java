package io.counterfoil.samples.support.web;

import io.counterfoil.http.message.Problem;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.context.request.WebRequest;

/** The responses of a service's advice to exceptions that are not its own; none shows a stack trace to a client. */
public final class ServiceProblems {

    private ServiceProblems() {}

    /** The response to an exception without a handler, which is logged; none where the client has gone. */
    public static @Nullable ResponseEntity<Object> unexpected(Exception failure, Logger log) {
        if (ClientGone.caused(failure)) {
            log.debug("The client closed its connection before its response was complete");
            return null;
        }
        log.error("Request failed", failure);
        return ProblemResponse.of(StatusProblem.of(500));
    }

    /** The response to a rejection by Spring: unknown paths, methods, media types. */
    public static ResponseEntity<Object> rejected(
            Exception failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
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
