package io.counterfoil.http.client;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The server's answer to an intention, and how it was come by. Immutable; thread-safe.
 *
 * <p>Any status that is not retried is an answer, 4xx and 5xx too.
 */
public final class Answer {

    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;
    private final List<Attempt> attempts;
    private final boolean replayed;
    private final Optional<UnexpectedDuplicate> unexpectedDuplicate;

    Answer(
            Received received,
            List<Attempt> attempts,
            boolean replayed,
            Optional<UnexpectedDuplicate> unexpectedDuplicate) {
        this.status = received.status();
        this.headers = received.headers();
        this.body = received.body();
        this.attempts = List.copyOf(attempts);
        this.replayed = replayed;
        this.unexpectedDuplicate = unexpectedDuplicate;
    }

    /** The status code. */
    public int status() {
        return status;
    }

    /** All header fields. */
    public HttpHeaders headers() {
        return headers;
    }

    /** The first value of a header field, whatever its case. */
    public Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    /** A copy of the body's bytes; empty where there is none. */
    public byte[] body() {
        return body.clone();
    }

    /** The body, read as UTF-8. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The tries of this send, in order; the last one brought this answer. */
    public List<Attempt> attempts() {
        return attempts;
    }

    /** Whether the server says that this is the answer to an earlier request with the same request ID (RQ-8). */
    public boolean replayed() {
        return replayed;
    }

    /** What is wrong with a duplicate that no try of ours explains (RC-3); empty where all is well. */
    public Optional<UnexpectedDuplicate> unexpectedDuplicate() {
        return unexpectedDuplicate;
    }

    int size() {
        return body.length;
    }

    @Override
    public String toString() {
        return "Answer[" + status + (replayed ? ", replayed" : "") + ", attempts=" + attempts.size() + "]";
    }
}
