package io.counterfoil.samples.support.web;

import io.counterfoil.http.message.Problem;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Responses for problems. */
public final class ProblemResponse {

    private ProblemResponse() {}

    /** The response for a problem. */
    public static ResponseEntity<Object> of(Problem problem) {
        return status(problem).body(problem.toJson());
    }

    /** The response for a problem, with {@code Retry-After} in seconds. */
    public static ResponseEntity<Object> of(Problem problem, long retryAfter) {
        return later(problem, retryAfter).body(problem.toJson());
    }

    /** The same without a body yet. */
    public static ResponseEntity.BodyBuilder later(Problem problem, long seconds) {
        return status(problem).header(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
    }

    /** The response for a problem, without a body yet. */
    public static ResponseEntity.BodyBuilder status(Problem problem) {
        return ResponseEntity.status(HttpStatusCode.valueOf(problem.status()))
                .contentType(MediaType.APPLICATION_PROBLEM_JSON);
    }
}
