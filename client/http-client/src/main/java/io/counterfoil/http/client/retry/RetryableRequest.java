package io.counterfoil.http.client.retry;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.request.KeyField;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.retry.RetentionExpiredException;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.retry.journal.JournalField;
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
 * A request that is to be executed once, with the request ID that all its attempts have.
 *
 * <pre>{@code
 * RetryableRequest request = RetryableRequest.post(uri).json(body).build();
 * }</pre>
 *
 * <p>Build one for each operation, and send the same object again to repeat that operation. It counts its attempts: sent again
 * after a {@link RetriesExhaustedException}, it continues the numbers, and recognises a duplicate of its own. Its contents
 * never change. Thread-safe.
 */
public final class RetryableRequest {

    private final String method;

    /** The target. */
    private final URI uri;

    /** The target that it was built with, under which a journal has it. */
    private final URI first;

    private final List<HeaderField> headers;
    private final byte[] body;
    private final RequestId requestId;
    private final boolean keyInHeader;
    private final AttemptHistory history;

    private RetryableRequest(
            String method,
            URI uri,
            URI first,
            List<HeaderField> headers,
            byte[] body,
            RequestId requestId,
            boolean keyInHeader,
            AttemptHistory history) {
        this.method = method;
        this.uri = uri;
        this.first = first;
        this.headers = List.copyOf(headers);
        this.body = body;
        this.requestId = requestId;
        this.keyInHeader = keyInHeader;
        this.history = history;
    }

    /**
     * {@return the request of an entry of a journal, with its request ID} A duplicate that its earlier attempts explain is recognised.
     *
     * @param entry as {@link io.counterfoil.retry.journal.Journal#pending} returned it
     */
    public static RetryableRequest from(JournalEntry entry) {
        return new RetryableRequest(
                entry.method(),
                entry.uri(),
                entry.uri(),
                entry.headers().stream()
                        .map(field -> new HeaderField(field.name(), field.value()))
                        .toList(),
                entry.body(),
                entry.requestId(),
                entry.keyInHeader(),
                AttemptHistory.after(entry.attemptPrefix(), entry.openedAt()));
    }

    /**
     * {@return a builder of a POST}
     *
     * @param uri the target, as for {@link #of}
     */
    public static Builder post(URI uri) {
        return of("POST", uri);
    }

    /**
     * {@return a builder of a PUT}
     *
     * @param uri the target, as for {@link #of}
     */
    public static Builder put(URI uri) {
        return of("PUT", uri);
    }

    /**
     * {@return a builder of a PATCH}
     *
     * @param uri the target, as for {@link #of}
     */
    public static Builder patch(URI uri) {
        return of("PATCH", uri);
    }

    /**
     * {@return a builder of a DELETE}
     *
     * @param uri the target, as for {@link #of}
     */
    public static Builder delete(URI uri) {
        return of("DELETE", uri);
    }

    /**
     * {@return a builder of a GET}
     *
     * @param uri the target, as for {@link #of}
     */
    public static Builder get(URI uri) {
        return of("GET", uri);
    }

    /**
     * {@return a builder of a request with any method, and no body yet}
     *
     * @param method such as POST
     * @param uri the target, {@code http} or {@code https}
     * @throws IllegalArgumentException when the URI has no authority, or another scheme than http and https; or the method is not a token
     */
    public static Builder of(String method, URI uri) {
        return new Builder(method, uri);
    }

    /** {@return the method, such as POST} */
    public String method() {
        return method;
    }

    /** {@return the target} */
    public URI uri() {
        return uri;
    }

    /** {@return its own header fields, in order, without those that each attempt adds} */
    public List<HeaderField> headers() {
        return headers;
    }

    /** {@return a copy of the body's bytes; empty where there is none} */
    public byte[] body() {
        return body.clone();
    }

    /** {@return the request ID} Store it with what must survive the process, and pass it to {@link Builder#resume}. */
    public RequestId requestId() {
        return requestId;
    }

    /**
     * {@return whether the server may have executed the request, as far as its attempts show: false only where there was none, or each
     * failed to reach the server or was rejected by 408, 425 or 429} Always true for a resumed request and for a derived
     * request ID. This is what is known after a send was interrupted or cancelled.
     */
    public boolean effectPossible() {
        return history.effectPossible();
    }

    /**
     * {@return the same request with this header field in place of all with the same name: for credentials, which journals do not store
     * and which change between sends} Both objects count their attempts together.
     *
     * @param name the field's name; its case does not count
     * @param value the field's value
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
                history);
    }

    /**
     * {@return the same request, sent to another address of the same service: for a request from a journal whose service has moved} Path
     * and query are kept, because the request ID stands for them; the service must have kept its records. Both objects count
     * their attempts together. The journal keeps the former address, so call this again after a restart.
     *
     * @param origin scheme and authority of the new address, such as {@code https://shop.example:8443}
     * @throws IllegalArgumentException when it has more than these, or another scheme than http and https
     */
    public RetryableRequest movedTo(URI origin) {
        refuseOtherSchemes(origin);
        String bare = origin.getScheme() + "://" + origin.getRawAuthority();
        if (!Set.of(bare, bare + "/").contains(origin.toString()) || origin.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "the new address must be a scheme and an authority, such as https://shop.example:8443, without credentials, path and query");
        }
        String rest = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        return new RetryableRequest(
                method, URI.create(bare + rest), first, headers, body, requestId, keyInHeader, history);
    }

    private static void refuseOtherSchemes(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!Set.of("http", "https").contains(scheme) || uri.getRawAuthority() == null) {
            throw new IllegalArgumentException("the target must be an http or https URI with an authority, not " + uri);
        }
    }

    /** Method, authority and path, without the query and without credentials, which must not be logged. */
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

    AttemptHistory history() {
        return history;
    }

    /**
     * {@return when it was first to be sent: now, if that is not recorded yet}
     *
     * @param now the time of the caller's clock
     */
    public Instant openedBy(Instant now) {
        return history.openedBy(now);
    }

    /** {@return the request for the JDK's client, without the header fields of an attempt} */
    public HttpRequest asHttpRequest() {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        headers.forEach(field -> request.header(field.name(), field.value()));
        return request.build();
    }

    /**
     * {@return the entry for a journal, without the header fields of these lower-case names}
     *
     * @param secret names of fields that are left out, in lower case
     * @throws IllegalArgumentException when its URI has credentials
     */
    public JournalEntry asEntry(Set<String> secret) {
        if (first.getRawUserInfo() != null) {
            throw new IllegalArgumentException("the URI of request " + requestId
                    + " has credentials, which journals do not store; put them into a header field");
        }
        history.sharedByAJournal();
        List<JournalField> kept = headers.stream()
                .filter(field -> !secret.contains(field.name().toLowerCase(Locale.ROOT)))
                .map(field -> new JournalField(field.name(), field.value()))
                .toList();
        return new JournalEntry(
                requestId, keyInHeader, method, first, kept, body, history.prefix(), history.openedAt());
    }

    void refuseFields(HeaderNames names) {
        for (String name : List.of(names.idempotencyKey(), names.attempt(), names.correlationId())) {
            if (headers.stream().anyMatch(field -> field.name().equalsIgnoreCase(name))) {
                throw new IllegalArgumentException(
                        "the header field " + name
                                + " is set by the client: pass a request ID to the builder, and open a scope for a correlation ID");
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
        // Applies the rules of the JDK's client at once.
        HttpRequest.newBuilder().header(field.name(), field.value());
        return field;
    }

    /**
     * Builds requests. The default request ID is a new UUIDv7, sent in the header. Not thread-safe; each {@link #build} returns
     * a new request.
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
         * @param name the field's name
         * @param value the field's value
         * @return this builder
         * @throws IllegalArgumentException when name or value cannot be sent, or the HTTP client sets the field itself
         */
        public Builder header(String name, String value) {
            headers.add(checked(new HeaderField(name, value)));
            return this;
        }

        /**
         * The body, which is copied, and its media type.
         *
         * @param content copied
         * @param mediaType such as {@code application/json}, sent as {@code Content-Type}
         * @return this builder
         */
        public Builder body(byte[] content, String mediaType) {
            body = content.clone();
            headers = replaced(headers, checked(new HeaderField("Content-Type", mediaType)));
            return this;
        }

        /**
         * A JSON text as the body, sent in UTF-8.
         *
         * @param text the whole text
         * @return this builder
         */
        public Builder json(String text) {
            return body(text.getBytes(StandardCharsets.UTF_8), "application/json");
        }

        /**
         * A new UUIDv4 as the request ID, which does not tell the server when it was made.
         *
         * @return this builder
         */
        public Builder requestIdV4() {
            requestId = null;
            v4 = true;
            resumed = false;
            openedAt = null;
            return this;
        }

        /**
         * A random request ID that the caller made for this request alone. For a request that was sent before see {@link
         * #resume}, for an ID that is computed from the contents {@link #derivedRequestId}.
         *
         * @param chosen used for no other request
         * @return this builder
         */
        public Builder requestId(RequestId chosen) {
            requestId = chosen;
            resumed = false;
            openedAt = null;
            return this;
        }

        /**
         * The request ID of a request that was sent before, by an earlier process for example. A duplicate is never reported as
         * unexpected, since the original may be an earlier attempt.
         *
         * <p>The server's retention counts from the first attempt of all. The caller must not send the request after it,
         * because the server would execute the request a second time; {@link #resume(RequestId, Instant)} checks that.
         *
         * @param stored the request ID of the earlier attempts
         * @return this builder
         */
        public Builder resume(RequestId stored) {
            requestId = stored;
            resumed = true;
            openedAt = null;
            return this;
        }

        /**
         * The same as {@link #resume(RequestId)}, for a request that was first sent at this instant or later: after the
         * server's retention it is refused by {@link RetentionExpiredException}.
         *
         * @param stored the request ID of the earlier attempts
         * @param firstSent when the first attempt of all began, or earlier
         * @return this builder
         */
        public Builder resume(RequestId stored, Instant firstSent) {
            resume(stored);
            openedAt = firstSent;
            return this;
        }

        /**
         * A request ID that is computed from the contents of the request. The client need not store it, but there are two
         * dangers:
         *
         * <ul>
         *   <li><b>There is no second identical request.</b> A new request with the same contents has the same ID, and receives
         *     the response to the first.
         *   <li><b>It can be predicted.</b> Where the server does not scope request IDs by client, any client that can guess
         *     the contents can use the ID first; the real request is then answered as a duplicate, and never executed.
         * </ul>
         *
         * <p>A random ID that is stored before the first attempt has neither. Because other clients may compute the same ID, a
         * duplicate is never reported as unexpected, and {@link RetryableRequest#effectPossible} is always true.
         *
         * @param derived computed from the contents
         * @return this builder
         */
        public Builder derivedRequestId(RequestId derived) {
            resume(derived);
            return this;
        }

        /**
         * For an endpoint that has its key in the body, where the caller has put it: no {@code Idempotency-Key} is sent. The
         * request is retried nevertheless, and logged under this ID.
         *
         * @param inBody the key in the body
         * @return this builder
         */
        public Builder keyInBody(RequestId inBody) {
            requestId = inBody;
            keyInHeader = false;
            return this;
        }

        /**
         * Sends no key; the request ID is for logs and listeners only. For a method that is idempotent (RFC 9110, section
         * 9.2.2), such as PUT or DELETE. The server does not detect duplicates.
         *
         * @return this builder
         */
        public Builder withoutKey() {
            keyInHeader = false;
            return this;
        }

        /**
         * {@return the request}
         *
         * @throws InvalidIdentifierException when the request ID is to be sent in the header and has other than printable ASCII
         *     characters, which a structured-field string cannot have (RFC 9651, section 3.3.3)
         */
        public RetryableRequest build() {
            RequestId id = requestId;
            if (id == null) {
                id = new RequestId((v4 ? UUID.randomUUID() : UuidV7.next()).toString());
            }
            if (keyInHeader) {
                KeyField.format(id);
            }
            AttemptHistory history = resumed ? AttemptHistory.afterUnknown(openedAt) : AttemptHistory.fresh();
            return new RetryableRequest(method, uri, uri, headers, body, id, keyInHeader, history);
        }
    }
}
