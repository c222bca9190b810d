package io.counterfoil.http.client.retry;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The response that ended a send, and the attempts that led to it. Immutable; thread-safe.
 *
 * <p>Its status is any that is not retried, which includes 4xx and 5xx.
 */
public final class Answer {

    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;
    private final List<Attempt> attempts;
    private final boolean replayed;
    private final Optional<UnexpectedDuplicate> unexpectedDuplicate;

    Answer(
            ReceivedResponse received,
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

    /** {@return the status code} */
    public int status() {
        return status;
    }

    /** {@return all header fields} */
    public HttpHeaders headers() {
        return headers;
    }

    /**
     * {@return the first value of a header field; empty where the response does not have it}
     *
     * @param name the field's name, in any case
     */
    public Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    /** {@return a copy of the body's bytes; empty where there is none} */
    public byte[] body() {
        return body.clone();
    }

    /** {@return the body, read as UTF-8} */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** {@return the attempts of this send, in order; the last one received this response} */
    public List<Attempt> attempts() {
        return attempts;
    }

    /** {@return whether the server says that this is the response to an earlier request with the same request ID} */
    public boolean replayed() {
        return replayed;
    }

    /** {@return the duplicate that none of this request's attempts explains; usually empty} */
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
