package io.counterfoil.http.client;

import io.counterfoil.http.HeaderField;
import io.counterfoil.http.HeaderNames;
import io.counterfoil.http.KeyField;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ids.generator.UuidV7;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a client wants done, once: a request, and the request ID that stands for it over all tries (RC-1).
 *
 * <pre>{@code
 * RetryableRequest intention = RetryableRequest.post(uri).json(body).build();
 * }</pre>
 *
 * <p>Make one for each thing to be done, and send the same one again for the same thing. It counts its tries: sent again after a
 * {@link RetriesExhaustedException}, it goes on where it stopped, and knows a duplicate of its own. What it asks for never
 * changes. Thread-safe.
 */
public final class RetryableRequest {

    private final String method;

    /** Where it is sent. */
    private final URI uri;

    /** Where it was meant for when it was made: what a journal knows it by. */
    private final URI first;

    private final List<HeaderField> headers;
    private final byte[] body;
    private final RequestId requestId;
    private final boolean keyInHeader;
    private final Tries tries;

    private RetryableRequest(
            String method,
            URI uri,
            URI first,
            List<HeaderField> headers,
            byte[] body,
            RequestId requestId,
            boolean keyInHeader,
            Tries tries) {
        this.method = method;
        this.uri = uri;
        this.first = first;
        this.headers = List.copyOf(headers);
        this.body = body;
        this.requestId = requestId;
        this.keyInHeader = keyInHeader;
        this.tries = tries;
    }

    /** What a journal has kept. */
    static RetryableRequest from(JournalEntry entry) {
        return new RetryableRequest(
                entry.method(),
                entry.uri(),
                entry.uri(),
                entry.headers(),
                entry.body(),
                entry.requestId(),
                entry.keyInHeader(),
                Tries.after(entry.attemptPrefix(), entry.openedAt()));
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
     * @throws IllegalArgumentException when the URI has no authority, or another scheme than http and https; or the method is
     *     no token
     */
    public static Builder of(String method, URI uri) {
        return new Builder(method, uri);
    }

    /** The method, such as POST. */
    public String method() {
        return method;
    }

    /** Where it is sent. */
    public URI uri() {
        return uri;
    }

    /** Its own header fields, in order; those of a try are beside them. */
    public List<HeaderField> headers() {
        return headers;
    }

    /** A copy of the body's bytes; empty where there is none. */
    public byte[] body() {
        return body.clone();
    }

    /** The request ID: to be stored with whatever must survive the process, and to be given to {@link Builder#resume}. */
    public RequestId requestId() {
        return requestId;
    }

    /**
     * Whether the server may have carried it out, as far as its tries tell: false only where none was begun, or each failed to reach
     * the server or was refused by 408, 425 or 429. Always true of one that was resumed or has a derived request ID. This is what
     * is known of a send that was interrupted or cancelled.
     */
    public boolean effectPossible() {
        return tries.effectPossible();
    }

    /**
     * The same intention, with this header field in place of all by the same name: for credentials, which no journal keeps and which
     * change between sends. Both count their tries together.
     *
     * @throws IllegalArgumentException when name or value cannot be sent, or the HTTP client sets the field itself
     */
    public RetryableRequest withHeader(String name, String value) {
        return new RetryableRequest(
                method,
                uri,
                first,
                replaced(headers, checked(new HeaderField(name, value))),
                body,
                requestId,
                keyInHeader,
                tries);
    }

    /**
     * The same intention, sent to another address of the same service: for one that comes back from a journal and whose service has moved
     * meanwhile. Path and query stay, because they are part of what the request ID stands for; the service must have kept its records.
     * Both count their tries together. A journal keeps the address that it has, so this is to be said again after the next restart.
     *
     * @param origin scheme and authority of the new address, such as {@code https://shop.example:8443}
     * @throws IllegalArgumentException when it has more than these, or another scheme than http and https
     */
    public RetryableRequest movedTo(URI origin) {
        refuseOtherSchemes(origin);
        String bare = origin.getScheme() + "://" + origin.getRawAuthority();
        if (!Set.of(bare, bare + "/").contains(origin.toString()) || origin.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "an intention moves to a scheme and an authority, such as https://shop.example:8443, without credentials, path and query");
        }
        String rest = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        return new RetryableRequest(
                method, URI.create(bare + rest), first, headers, body, requestId, keyInHeader, tries);
    }

    private static void refuseOtherSchemes(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!Set.of("http", "https").contains(scheme) || uri.getRawAuthority() == null) {
            throw new IllegalArgumentException(
                    "an intention goes to an http or https URI with an authority, not to " + uri);
        }
    }

    /** Method, authority and path; the query, and credentials before the authority, may be what is not for logs. */
    @Override
    public String toString() {
        return "RetryableRequest[" + target() + ", requestId=" + requestId + "]";
    }

    String target() {
        return JournalEntry.target(method, uri);
    }

    boolean keyInHeader() {
        return keyInHeader;
    }

    Tries tries() {
        return tries;
    }

    /** When it was first to be sent: now, if it was not known yet. */
    Instant openedBy(Instant now) {
        return tries.openedBy(now);
    }

    HttpRequest asHttpRequest() {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        headers.forEach(field -> request.header(field.name(), field.value()));
        return request.build();
    }

    /** What of it goes into a journal: all but the fields by these names, in small letters. */
    JournalEntry asEntry(Set<String> secret) {
        if (first.getRawUserInfo() != null) {
            throw new IllegalArgumentException("the URI of request " + requestId
                    + " has credentials, which no journal keeps; put them into a header field");
        }
        tries.sharedByAJournal();
        List<HeaderField> kept = headers.stream()
                .filter(field -> !secret.contains(field.name().toLowerCase(Locale.ROOT)))
                .toList();
        return new JournalEntry(requestId, keyInHeader, method, first, kept, body, tries.prefix(), tries.openedAt());
    }

    void refuseFields(HeaderNames names) {
        for (String name : List.of(names.idempotencyKey(), names.attempt(), names.correlationId())) {
            if (headers.stream().anyMatch(field -> field.name().equalsIgnoreCase(name))) {
                throw new IllegalArgumentException(
                        "the header field " + name
                                + " is set by the client: a request ID is given to the intention, a correlation ID by opening its scope");
            }
        }
    }

    private static List<HeaderField> replaced(List<HeaderField> fields, HeaderField by) {
        List<HeaderField> others = new ArrayList<>(fields);
        others.removeIf(field -> field.name().equalsIgnoreCase(by.name()));
        others.add(by);
        return others;
    }

    private static HeaderField checked(HeaderField field) {
        // Its rules are those of the JDK's client, and it applies them at once.
        HttpRequest.newBuilder().header(field.name(), field.value());
        return field;
    }

    /**
     * Describes an intention. Unless told otherwise it gets a fresh UUIDv7 as its request ID, sent in the header. Not thread-safe;
     * each {@link #build} makes an intention of its own.
     */
    public static final class Builder {

        private final String method;
        private final URI uri;
        private List<HeaderField> headers = new ArrayList<>();
        private byte[] body = {};
        private @Nullable RequestId requestId;
        private boolean v4;
        private boolean keyInHeader = true;
        private boolean resumed;
        private @Nullable Instant openedAt;

        private Builder(String method, URI uri) {
            refuseOtherSchemes(uri);
            HttpRequest.newBuilder().method(method, BodyPublishers.noBody());
            this.method = method;
            this.uri = uri;
        }

        /**
         * Adds a header field.
         *
         * @throws IllegalArgumentException when name or value cannot be sent, or the HTTP client sets the field itself
         */
        public Builder header(String name, String value) {
            headers.add(checked(new HeaderField(name, value)));
            return this;
        }

        /** The body, which is copied, and its media type. */
        public Builder body(byte[] content, String mediaType) {
            body = content.clone();
            headers = replaced(headers, checked(new HeaderField("Content-Type", mediaType)));
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
            resumed = false;
            openedAt = null;
            return this;
        }

        /**
         * A request ID that was made at random, by the caller, for this intention alone. For one that was sent before, see
         * {@link #resume}; for one that follows from the request's contents, {@link #derivedRequestId}.
         */
        public Builder requestId(RequestId chosen) {
            requestId = chosen;
            resumed = false;
            openedAt = null;
            return this;
        }

        /**
         * The request ID of an intention that was sent before, by a process that has ended say. A duplicate is then never reported as
         * unexpected, since the original may be its predecessor's.
         *
         * <p>The server's retention counts from the first try of all. The caller sees to it that it is not over; past it, the
         * request is carried out a second time. {@link #resume(RequestId, Instant)} leaves that to the client.
         */
        public Builder resume(RequestId stored) {
            requestId = stored;
            resumed = true;
            openedAt = null;
            return this;
        }

        /**
         * The same as {@link #resume(RequestId)}, for one that was first sent at this instant or later: past the server's retention it
         * is refused (RC-2).
         */
        public Builder resume(RequestId stored, Instant firstSent) {
            resume(stored);
            openedAt = firstSent;
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
         * <p>A random ID that is stored before the first try has neither. Because others are meant to derive the same, a duplicate is never
         * reported as unexpected, and {@link RetryableRequest#effectPossible} is always true.
         */
        public Builder derivedRequestId(RequestId derived) {
            resume(derived);
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
         * No key is sent, and the request ID is for logs and listeners alone: for a method that is idempotent by itself (RFC 9110, section
         * 9.2.2), such as PUT or DELETE. The server tells no duplicates.
         */
        public Builder withoutKey() {
            keyInHeader = false;
            return this;
        }

        /**
         * The intention.
         *
         * @throws InvalidIdentifierException when the request ID is to go into the header and has other than printable ASCII
         *     characters, which the structured-field string there cannot carry (RFC 9651, section 3.3.3)
         */
        public RetryableRequest build() {
            RequestId id = requestId;
            if (id == null) {
                id = new RequestId((v4 ? UUID.randomUUID() : UuidV7.next()).toString());
            }
            if (keyInHeader) {
                KeyField.format(id);
            }
            Tries tries = resumed ? Tries.afterUnknown(openedAt) : Tries.fresh();
            return new RetryableRequest(method, uri, uri, headers, body, id, keyInHeader, tries);
        }
    }
}
