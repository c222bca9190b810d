package io.counterfoil.http.client.journal;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.idempotency.key.RequestId;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;

/**
 * Stores the requests that a client is about to send, so that after a crash it can send them again under the same request IDs.
 * Thread-safe.
 *
 * <p>A stored request is either held by one sender or available. {@link #open} and {@link #pending} give it to the caller, and
 * other callers do not receive it from {@code pending} until it is {@linkplain #release released}. {@link #settle} removes it.
 * When the process that holds it ends, it becomes available again: a {@link FileJournal} releases all requests when it is
 * opened, a journal that several processes share does so after a time. So two processes can occasionally send the same request.
 * Both use the same request ID, and the server executes it once.
 *
 * <p>An implementation is tested by a subclass of the test kit's {@code JournalContract}.
 */
public interface Journal {

    /**
     * Stores a request, held by the caller. When this returns, the entry survives a crash. An entry that is already stored
     * under the same request ID is not changed; it is held by the caller as well, unless another process holds it.
     *
     * @throws JournalException when it cannot be stored; the request must not be sent. Also when the request ID belongs to a
     *     pending request with another method or URI
     */
    void open(Entry entry);

    /**
     * Removes a request that was answered or abandoned. Does nothing for an unknown request ID. The removal need not survive a
     * crash: an entry that returns is sent again, and answered as a duplicate.
     *
     * @throws JournalException when it cannot be removed
     */
    void settle(RequestId requestId);

    /**
     * Makes a request available again that was not answered, for example because its attempts are used up. {@link #pending}
     * returns it again. Does nothing for an unknown request ID, or when the caller does not hold it.
     *
     * @throws JournalException when this cannot be recorded; the request remains held until the journal detects that its holder
     *     has ended
     */
    void release(RequestId requestId);

    /**
     * Returns available requests, the oldest first; the caller holds all of them from then on.
     *
     * @param limit how many at most, at least 1
     * @throws JournalException when the journal cannot be read; requests that this call has taken become available as if their
     *     holder had ended
     * @throws IllegalArgumentException when the limit is less than 1
     */
    List<Entry> pending(int limit);

    /** The journal failed. The message says what could not be done, where, and why. */
    final class JournalException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        /** @param message what could not be done, and where */
        public JournalException(String message, Throwable cause) {
            super(message, cause);
        }

        /** @param message what could not be done, where, and why */
        public JournalException(String message) {
            super(message);
        }
    }

    /** The parts of a request that a journal stores. An immutable value with an {@linkplain #encoded encoded form}. */
    final class Entry {

        private final RequestId requestId;
        private final boolean keyInHeader;
        private final String method;
        private final URI uri;
        private final List<HeaderField> headers;
        private final byte[] body;
        private final String attemptPrefix;
        private final Instant openedAt;

        /**
         * @param requestId the request ID
         * @param keyInHeader whether the request ID is sent in the header; if not, the body has it
         * @param method such as POST
         * @param uri the target
         * @param headers the request's own header fields, without credentials, which the sender adds again
         * @param body copied
         * @param attemptPrefix the beginning of its attempt IDs, by which a duplicate of its own is recognised after a restart
         * @param openedAt when it was first to be sent, truncated to microseconds; the server's retention counts from here
         */
        public Entry(
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
         * Decodes an entry that this or an earlier version of the library has {@linkplain #encoded encoded}.
         *
         * @throws IllegalArgumentException when this version cannot read the bytes; the message does not contain any of them
         */
        public static Entry decode(byte[] encoded) {
            return JournalEntryCodec.decode(encoded);
        }

        /** The encoded form. It contains the body and the header fields unencrypted. */
        public byte[] encoded() {
            return JournalEntryCodec.encode(this);
        }

        /** Whether another entry has the same request ID, method and URI. */
        public boolean isSameRequestAs(Entry other) {
            return requestId.equals(other.requestId) && method.equals(other.method) && uri.equals(other.uri);
        }

        /** The request ID. */
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

        /** The target. */
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

        /** The beginning of its attempt IDs. */
        public String attemptPrefix() {
            return attemptPrefix;
        }

        /** When it was first to be sent. */
        public Instant openedAt() {
            return openedAt;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Entry that
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

        /** Method, authority and path, without the query and without credentials, which must not be logged. */
        public String target() {
            return target(method, uri);
        }

        /** The same of a request that is not in a journal. */
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
}
