package io.counterfoil.springclient;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Attributes by which one request of a {@code RestClient} or a {@code WebClient} differs from the client's default:
 *
 * <pre>{@code
 * rest.post().uri("/orders").attributes(IdempotentRequests.under(requestId)).body(order).retrieve();
 * }</pre>
 *
 * <p>By default, a POST or PATCH is sent under a new UUIDv7 as its request ID, or under the {@code Idempotency-Key} that it has
 * already. GET, HEAD, OPTIONS, TRACE, PUT and DELETE are idempotent (RFC 9110, section 9.2.2), and are retried without a key.
 * Any other method is sent once, unchanged.
 *
 * <p>Each result is for one request; call the method again for the next one. Thread-safe.
 */
public final class IdempotentRequests {

    private IdempotentRequests() {}

    /**
     * {@return attributes of a request that is sent under a known request ID, with any method} A duplicate is never reported as unexpected, because
     * the caller may have used the ID before.
     *
     * @param requestId the value of {@code Idempotency-Key}
     */
    public static Consumer<Map<String, Object>> under(RequestId requestId) {
        return attributes -> attributes.put(Choice.ATTRIBUTE, Choice.under(requestId));
    }

    /**
     * {@return attributes of a request whose key the caller has put into the body} No {@code Idempotency-Key} is sent, and the request is retried all
     * the same.
     *
     * @param requestId the key in the body, under which the request is logged
     */
    public static Consumer<Map<String, Object>> keyInBody(RequestId requestId) {
        return attributes -> attributes.put(Choice.ATTRIBUTE, Choice.keyInBody(requestId));
    }

    /**
     * {@return attributes of a request that is sent once, unchanged} It has no key, no attempt ID and no retry; its body and its response are
     * streamed.
     */
    public static Consumer<Map<String, Object>> untouched() {
        return attributes -> attributes.put(Choice.ATTRIBUTE, Choice.untouched());
    }

    /** The choice of a request, or the default for its method. */
    static Choice of(Map<String, Object> attributes, Optional<String> keyField, HeaderNames names) {
        Optional<Choice> chosen =
                Optional.ofNullable(attributes.get(Choice.ATTRIBUTE)).map(Choice.class::cast);
        if (chosen.isPresent() && keyField.isPresent() && chosen.get().hasARequestId()) {
            throw new IllegalArgumentException("a request has both a field " + names.idempotencyKey()
                    + " and a request ID in its attributes; remove one of them");
        }
        return chosen.orElseGet(Choice::byTheMethod);
    }
}
