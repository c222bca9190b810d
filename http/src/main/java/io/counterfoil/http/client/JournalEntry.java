package io.counterfoil.http.client;

import io.counterfoil.http.HeaderField;
import io.counterfoil.idempotency.key.RequestId;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;

/**
 * All of an intention that must survive its process. An immutable value, with a {@linkplain #encoded stored form} for whoever
 * writes a journal.
 */
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
     * @param openedAt when it was first to be sent; the server's retention counts from here. Cut to microseconds
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
        this.openedAt = openedAt.truncatedTo(ChronoUnit.MICROS);
    }

    /**
     * The entry that was {@linkplain #encoded encoded} to these bytes, by this version of the library or an earlier one.
     *
     * @throws IllegalArgumentException when the bytes are none that this version can read; the message does not show them
     */
    public static JournalEntry decode(byte[] encoded) {
        return JournalEntryCodec.decode(encoded);
    }

    /** The whole entry as bytes, for journals to keep. They hold the body as it is: keep them as safe as that must be. */
    public byte[] encoded() {
        return JournalEntryCodec.encode(this);
    }

    /**
     * Whether another entry stands for the same request: request ID, method and URI are the same. What one request ID stands for
     * is told by these (RQ-3).
     */
    public boolean isSameRequestAs(JournalEntry other) {
        return requestId.equals(other.requestId) && method.equals(other.method) && uri.equals(other.uri);
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

    /** Method, authority and path: what of the target can be shown. The query, and credentials before the authority, are left out. */
    public String target() {
        return target(method, uri);
    }

    static String target(String method, URI uri) {
        String authority = String.valueOf(uri.getRawAuthority());
        return method + " " + authority.substring(authority.lastIndexOf('@') + 1) + uri.getRawPath();
    }

    /** Without the body, the header fields and the query, which may hold what is not for logs. */
    @Override
    public String toString() {
        return "JournalEntry[" + target() + ", requestId=" + requestId + ", openedAt=" + openedAt + "]";
    }
}
