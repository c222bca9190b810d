package io.counterfoil.samples.support.web;

import io.counterfoil.http.message.Problem;
import org.springframework.http.HttpStatus;

/** A problem that has no other information than its status (RFC 9457, section 4.2.1). */
public final class StatusProblem {

    private StatusProblem() {}

    /** The problem for this status. */
    public static Problem of(int status) {
        HttpStatus known = HttpStatus.resolve(status);
        return Problem.of(status, "about:blank", known == null ? "Status " + status : known.getReasonPhrase(), "");
    }
}
