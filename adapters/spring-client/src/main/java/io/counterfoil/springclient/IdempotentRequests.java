package io.counterfoil.springclient;

import io.counterfoil.http.HeaderNames;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a single request of a {@code RestClient} or a {@code WebClient} wants otherwise than its client does, given as an attribute:
 *
 * <pre>{@code
 * rest.post().uri("/orders").attributes(IdempotentRequests.under(requestId)).body(order).retrieve();
 * }</pre>
 *
 * <p>Without one, a POST or PATCH is sent under a fresh UUIDv7 as its request ID (RC-1), or under the {@code Idempotency-Key} that it
 * has already. GET, HEAD, OPTIONS, TRACE, PUT and DELETE are idempotent by themselves (RFC 9110, section 9.2.2), and are tried again
 * without a key. Any other method is sent once, as it is.
 *
 * <p>Each of these gives something to one request: it is to be asked for anew for the next one. Thread-safe.
 */
public final class IdempotentRequests {

    private IdempotentRequests() {}

    /**
     * This request ID, whatever the method. A duplicate is never reported as unexpected, because the caller may have used it
     * before.
     */
    public static Consumer<Map<String, Object>> under(RequestId requestId) {
        return attributes -> attributes.put(Choice.ATTRIBUTE, Choice.under(requestId));
    }

    /**
     * A key that is in the body, where the caller has put it (LG-2): no {@code Idempotency-Key} is sent, and the request is tried
     * again all the same.
     */
    public static Consumer<Map<String, Object>> keyInBody(RequestId requestId) {
        return attributes -> attributes.put(Choice.ATTRIBUTE, Choice.keyInBody(requestId));
    }

    /** Sent once, as it is: no key, no attempt ID, no other try; its body and its answer are streamed. */
    public static Consumer<Map<String, Object>> untouched() {
        return attributes -> attributes.put(Choice.ATTRIBUTE, Choice.untouched());
    }

    /** The choice that was made for a request, or that is made for it now. */
    static Choice of(Map<String, Object> attributes, Optional<String> keyField, HeaderNames names) {
        Optional<Choice> chosen =
                Optional.ofNullable(attributes.get(Choice.ATTRIBUTE)).map(Choice.class::cast);
        if (chosen.isPresent() && keyField.isPresent() && chosen.get().hasARequestId()) {
            throw new IllegalArgumentException("a request has both a field " + names.idempotencyKey()
                    + " and a request ID by its attributes; leave one of them out");
        }
        return chosen.orElseGet(Choice::byTheMethod);
    }
}
