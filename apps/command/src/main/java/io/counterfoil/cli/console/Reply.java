package io.counterfoil.cli.console;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** What the console answers. An immutable value. */
final class Reply {

    private final int status;
    private final String type;
    private final byte[] body;
    private final boolean ownPolicy;

    private Reply(int status, String type, byte[] body, boolean ownPolicy) {
        this.status = status;
        this.type = type;
        this.body = body;
        this.ownPolicy = ownPolicy;
    }

    /** @param body not changed by the caller any more */
    static Reply of(int status, String type, byte[] body) {
        return new Reply(status, type, body, false);
    }

    static Reply json(String json) {
        return of(200, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /** A page that says itself what a browser may load for it. */
    static Reply story(String html) {
        return new Reply(200, "text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8), true);
    }

    static Reply problem(int status, String type, String title, String detail) {
        Problem problem = Problem.of(status, ProblemTypes.PREFIX + type, title, detail);
        return of(status, Problem.MEDIA_TYPE, problem.toJson().getBytes(StandardCharsets.UTF_8));
    }

    static Reply notFound() {
        return problem(404, "not-found", "Not found", "there is nothing under this address");
    }

    int status() {
        return status;
    }

    String type() {
        return type;
    }

    boolean hasOwnPolicy() {
        return ownPolicy;
    }

    int length() {
        return body.length;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(body);
    }
}
