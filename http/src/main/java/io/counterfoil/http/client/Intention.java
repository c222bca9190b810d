package io.counterfoil.http.client;

import io.counterfoil.http.KeyField;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ids.generator.UuidV7;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a client wants done, once: a request, and the request ID that stands for it over all tries (RC-1).
 *
 * <pre>{@code
 * Intention intention = Intention.post(uri).json(body).build();
 * }</pre>
 *
 * <p>Make one for each thing to be done, and send the same one again for the same thing. It counts its tries: sent again after a
 * {@link RetriesExhaustedException}, it goes on where it stopped, and knows a duplicate of its own. What it asks for never
 * changes. Thread-safe.
 */
public final class Intention {

    private final HttpRequest request;
    private final RequestId requestId;
    private final boolean keyInHeader;
    private final Tries tries;

    private Intention(HttpRequest request, RequestId requestId, boolean keyInHeader, boolean resumed) {
        this.request = request;
        this.requestId = requestId;
        this.keyInHeader = keyInHeader;
        this.tries = new Tries(resumed);
    }

    /** A POST. */
    public static Builder post(URI uri) {
        return of("POST", uri);
    }

    /** A PUT. */
    public static Builder put(URI uri) {
        return of("PUT", uri);
    }

    /** A PATCH. */
    public static Builder patch(URI uri) {
        return of("PATCH", uri);
    }

    /** A DELETE. */
    public static Builder delete(URI uri) {
        return of("DELETE", uri);
    }

    /** A GET. */
    public static Builder get(URI uri) {
        return of("GET", uri);
    }

    /**
     * A request by any method, without a body until it is given one.
     *
     * @throws IllegalArgumentException when the URI has no host, or another scheme than http and https; or the method is no
     *     token
     */
    public static Builder of(String method, URI uri) {
        return new Builder(method, uri);
    }

    /** The method, such as POST. */
    public String method() {
        return request.method();
    }

    /** Where it is sent. */
    public URI uri() {
        return request.uri();
    }

    /** The request ID: to be stored with whatever must survive the process, and to be given to {@link Builder#resume}. */
    public RequestId requestId() {
        return requestId;
    }

    @Override
    public String toString() {
        return "Intention[" + method() + " " + uri() + ", requestId=" + requestId + "]";
    }

    HttpRequest request() {
        return request;
    }

    boolean keyInHeader() {
        return keyInHeader;
    }

    Tries tries() {
        return tries;
    }

    /**
     * Describes an intention. Unless told otherwise it gets a fresh UUIDv7 as its request ID, sent in the header. Not thread-safe;
     * each {@link #build} makes an intention of its own.
     */
    public static final class Builder {

        private final HttpRequest.Builder request;
        private final String method;
        private byte[] body = {};
        private @Nullable RequestId requestId;
        private boolean v4;
        private boolean keyInHeader = true;
        private boolean resumed;

        private Builder(String method, URI uri) {
            this.method = method;
            this.request = HttpRequest.newBuilder(uri).method(method, BodyPublishers.noBody());
        }

        /**
         * Adds a header field.
         *
         * @throws IllegalArgumentException when name or value cannot be sent, or the HTTP client sets the field itself
         */
        public Builder header(String name, String value) {
            request.header(name, value);
            return this;
        }

        /** The body, which is copied, and its media type. */
        public Builder body(byte[] content, String mediaType) {
            body = content.clone();
            request.setHeader("Content-Type", mediaType);
            return this;
        }

        /** A JSON text as the body. */
        public Builder json(String text) {
            return body(text.getBytes(StandardCharsets.UTF_8), "application/json");
        }

        /** A fresh UUIDv4 as the request ID, for servers that are not to learn when it was made. */
        public Builder requestIdV4() {
            requestId = null;
            v4 = true;
            return this;
        }

        /**
         * A request ID that was made at random, by the caller, for this intention alone. For one that was sent before, see
         * {@link #resume}; for one that follows from the request's contents, {@link #derivedRequestId}.
         */
        public Builder requestId(RequestId chosen) {
            requestId = chosen;
            return this;
        }

        /**
         * The request ID of an intention that was sent before, by a process that has ended say. A duplicate is then never reported as
         * unexpected, since the original may be its predecessor's.
         *
         * <p>The server's retention counts from the first try of all. The caller sees to it that it is not over; past it, the
         * request is carried out a second time.
         */
        public Builder resume(RequestId stored) {
            requestId = stored;
            resumed = true;
            return this;
        }

        /**
         * A request ID that is derived from what the request says (RC-5). It spares the client remembering one, and has two dangers:
         *
         * <ul>
         *   <li><b>There is no second identical request.</b> Who wants the same again, as a new thing, derives the same ID, and gets the
         *       answer of the first instead.
         *   <li><b>It can be predicted.</b> Where the server does not scope request IDs by client, anyone who can guess the contents
         *       can use the ID first; the real request is then answered as a duplicate, and never carried out.
         * </ul>
         *
         * <p>A random ID that is stored before the first try has neither.
         */
        public Builder derivedRequestId(RequestId derived) {
            requestId = derived;
            return this;
        }

        /**
         * For an endpoint whose key is in the body, where the caller has put it: no {@code Idempotency-Key} is sent. The intention is
         * retried all the same, under this ID in the logs.
         */
        public Builder keyInBody(RequestId inBody) {
            requestId = inBody;
            keyInHeader = false;
            return this;
        }

        /**
         * The intention.
         *
         * @throws InvalidIdentifierException when the request ID is to go into the header and has other than printable ASCII
         *     characters, which the structured-field string there cannot carry (RFC 9651, section 3.3.3)
         */
        public Intention build() {
            RequestId id = requestId;
            if (id == null) {
                id = new RequestId((v4 ? UUID.randomUUID() : UuidV7.next()).toString());
            }
            if (keyInHeader) {
                KeyField.format(id);
            }
            HttpRequest built = request.copy()
                    .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                    .build();
            return new Intention(built, id, keyInHeader, resumed);
        }
    }
}
