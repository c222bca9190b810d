package io.counterfoil.samples.support.web;

import io.counterfoil.http.message.Problem;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The response of a filter that rejects a request. */
public final class Refusal {

    private Refusal() {}

    /** Writes the problem as the whole response. */
    public static void send(Problem problem, HttpServletResponse response) throws IOException {
        response.setStatus(problem.status());
        response.setContentType(Problem.MEDIA_TYPE);
        response.getOutputStream().write(problem.toJson().getBytes(StandardCharsets.UTF_8));
    }
}
