package io.counterfoil.springclient;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.Snapshot;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.request.KeyField;
import io.counterfoil.idempotency.key.RequestId;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How one request is sent, and its {@link RetryableRequest}. It is an attribute of the request, so that an
 * outer layer that sends the request again sends the same one, and never a second key. Thread-safe.
 */
final class Choice {

    static final String ATTRIBUTE = Choice.class.getName();

    private static final Set<String> KEYED = Set.of("POST", "PATCH");
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

    private final Kind kind;
    private final @Nullable RequestId requestId;
    private final Snapshot madeIn = Correlation.capture();
    private @Nullable RetryableRequest made;
    private @Nullable Object body;

    private Choice(Kind kind, @Nullable RequestId requestId) {
        this.kind = kind;
        this.requestId = requestId;
    }

    static Choice byTheMethod() {
        return new Choice(Kind.BY_THE_METHOD, null);
    }

    static Choice under(RequestId requestId) {
        return new Choice(Kind.UNDER, requestId);
    }

    static Choice keyInBody(RequestId requestId) {
        return new Choice(Kind.IN_BODY, requestId);
    }

    static Choice untouched() {
        return new Choice(Kind.UNTOUCHED, null);
    }

    boolean hasARequestId() {
        return requestId != null;
    }

    /** The correlation in which the request was created. */
    Snapshot madeIn() {
        return madeIn;
    }

    /** The request to send, created by the first caller; empty where the request is sent once, unchanged. */
    synchronized Optional<Planned> plan(String method, URI uri, Optional<String> keyField) {
        boolean keyed = kind == Kind.UNDER || kind == Kind.IN_BODY || keyField.isPresent() || KEYED.contains(method);
        if (kind == Kind.UNTOUCHED || !(keyed || IDEMPOTENT.contains(method))) {
            return Optional.empty();
        }
        RetryableRequest request = made;
        if (request == null) {
            request = requestFor(RetryableRequest.of(method, uri), keyed, keyField);
            made = request;
        }
        return Optional.of(new Planned(request, keyed));
    }

    /** The recorded body, created by the first caller. */
    synchronized <T> T body(Class<T> type, Supplier<T> maker) {
        Object known = body;
        if (known == null) {
            known = maker.get();
            body = known;
        }
        return type.cast(known);
    }

    private RetryableRequest requestFor(RetryableRequest.Builder builder, boolean keyed, Optional<String> keyField) {
        if (!keyed) {
            return builder.withoutKey().build();
        }
        if (requestId == null) {
            // The field stays as the caller has written it.
            Function<String, RetryableRequest.Builder> asItIs =
                    field -> builder.resume(KeyField.parse(field)).withoutKey();
            return keyField.map(asItIs).orElse(builder).build();
        }
        builder.resume(requestId);
        return (kind == Kind.IN_BODY ? builder.withoutKey() : builder).build();
    }

    /**
     * @param request what is sent
     * @param keyed whether the server can detect its duplicates, so that an incomplete response is requested again
     */
    record Planned(RetryableRequest request, boolean keyed) {}

    private enum Kind {
        BY_THE_METHOD,
        UNDER,
        IN_BODY,
        UNTOUCHED
    }
}
