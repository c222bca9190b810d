package io.counterfoil.retry.journal;

import io.counterfoil.idempotency.key.RequestId;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;

/** The parts of a request that a journal stores. An immutable value with an {@linkplain #encoded encoded form}. */
public final class JournalEntry {

    private final RequestId requestId;
    private final boolean keyInHeader;
    private final String method;
    private final URI uri;
    private final List<JournalField> headers;
    private final byte[] body;
    private final String attemptPrefix;
    private final Instant openedAt;

    /**
     * An entry of these parts.
     *
     * @param requestId the request ID
     * @param keyInHeader whether the request ID is sent in the header; if not, the body has it
     * @param method such as POST
     * @param uri the target
     * @param headers the request's own header fields, without credentials, which the sender adds again
     * @param body copied
     * @param attemptPrefix the beginning of its attempt IDs, by which a duplicate of its own is recognised after a restart
     * @param openedAt when it was first to be sent, truncated to microseconds; the server's retention counts from here
     */
    public JournalEntry(
            RequestId requestId,
            boolean keyInHeader,
            String method,
            URI uri,
            List<JournalField> headers,
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
     * Decodes an entry that this or an earlier version of the library has {@linkplain #encoded encoded}.
     *
     * @param encoded the bytes, which are not changed
     * @return the entry
     * @throws IllegalArgumentException when this version cannot read the bytes; the message does not contain any of them
     */
    public static JournalEntry decode(byte[] encoded) {
        return JournalEntryCodec.decode(encoded);
    }

    /** {@return the encoded form} It contains the body and the header fields unencrypted. */
    public byte[] encoded() {
        return JournalEntryCodec.encode(this);
    }

    /**
     * {@return whether another entry has the same request ID, method and URI}
     *
     * @param other the other entry
     */
    public boolean isSameRequestAs(JournalEntry other) {
        return requestId.equals(other.requestId) && method.equals(other.method) && uri.equals(other.uri);
    }

    /** {@return the request ID} */
    public RequestId requestId() {
        return requestId;
    }

    /** {@return whether the request ID is sent in the header} */
    public boolean keyInHeader() {
        return keyInHeader;
    }

    /** {@return the method} */
    public String method() {
        return method;
    }

    /** {@return the target} */
    public URI uri() {
        return uri;
    }

    /** {@return its own header fields, in order} */
    public List<JournalField> headers() {
        return headers;
    }

    /** {@return a copy of the body} */
    public byte[] body() {
        return body.clone();
    }

    /** {@return the beginning of its attempt IDs} */
    public String attemptPrefix() {
        return attemptPrefix;
    }

    /** {@return when it was first to be sent} */
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

    /** {@return method, authority and path, without the query and without credentials, which must not be logged} */
    public String target() {
        return target(method, uri);
    }

    /**
     * {@return {@link #target()} of a request that is not in a journal}
     *
     * @param method such as POST
     * @param uri the target, with query and credentials if it has any
     */
    public static String target(String method, URI uri) {
        String authority = String.valueOf(uri.getRawAuthority());
        return method + " " + authority.substring(authority.lastIndexOf('@') + 1) + uri.getRawPath();
    }

    /** Without the body, the header fields and the query, which must not be logged. */
    @Override
    public String toString() {
        return "JournalEntry[" + target() + ", requestId=" + requestId + ", openedAt=" + openedAt + "]";
    }
}
