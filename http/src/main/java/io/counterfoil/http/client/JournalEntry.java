package io.counterfoil.http.client;

import io.counterfoil.http.HeaderField;
import io.counterfoil.idempotency.key.RequestId;
import java.net.URI;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** All of an intention that must survive its process. An immutable value. */
public final class JournalEntry {

    private final RequestId requestId;
    private final boolean keyInHeader;
    private final String method;
    private final URI uri;
    private final List<HeaderField> headers;
    private final byte[] body;
    private final String attemptPrefix;
    private final Instant openedAt;

    /**
     * @param requestId what it is known by
     * @param keyInHeader whether the request ID is sent in the header; if not, the body carries it
     * @param method such as POST
     * @param uri where it is sent
     * @param headers its own header fields, without credentials, which are the sender's to add again
     * @param body copied
     * @param attemptPrefix what its attempt IDs begin with, so that a duplicate of its own is known after a restart
     * @param openedAt when it was first to be sent; the server's retention counts from here
     */
    public JournalEntry(
            RequestId requestId,
            boolean keyInHeader,
            String method,
            URI uri,
            List<HeaderField> headers,
            byte[] body,
            String attemptPrefix,
            Instant openedAt) {
        this.requestId = requestId;
        this.keyInHeader = keyInHeader;
        this.method = method;
        this.uri = uri;
        this.headers = List.copyOf(headers);
        this.body = body.clone();
        this.attemptPrefix = attemptPrefix;
        this.openedAt = openedAt;
    }

    /** What it is known by. */
    public RequestId requestId() {
        return requestId;
    }

    /** Whether the request ID is sent in the header. */
    public boolean keyInHeader() {
        return keyInHeader;
    }

    /** The method. */
    public String method() {
        return method;
    }

    /** Where it is sent. */
    public URI uri() {
        return uri;
    }

    /** Its own header fields, in order. */
    public List<HeaderField> headers() {
        return headers;
    }

    /** A copy of the body. */
    public byte[] body() {
        return body.clone();
    }

    /** What its attempt IDs begin with. */
    public String attemptPrefix() {
        return attemptPrefix;
    }

    /** When it was first to be sent. */
    public Instant openedAt() {
        return openedAt;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JournalEntry that
                && requestId.equals(that.requestId)
                && keyInHeader == that.keyInHeader
                && method.equals(that.method)
                && uri.equals(that.uri)
                && headers.equals(that.headers)
                && Arrays.equals(body, that.body)
                && attemptPrefix.equals(that.attemptPrefix)
                && openedAt.equals(that.openedAt);
    }

    @Override
    public int hashCode() {
        return requestId.hashCode();
    }

    /** Without the body and the header fields, which may hold what is not for logs. */
    @Override
    public String toString() {
        return "JournalEntry[" + method + " " + uri + ", requestId=" + requestId + ", openedAt=" + openedAt + "]";
    }
}
