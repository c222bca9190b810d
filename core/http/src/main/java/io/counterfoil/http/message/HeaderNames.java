package io.counterfoil.http.message;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The header fields on the wire; the client and the server of one system use the same. Each is the name of a header field (RFC
 * 9110, section 5.1), and no two are the same in any case. An immutable value; start from {@link #DEFAULT}.
 *
 * @param idempotencyKey request: the request ID, as a structured-field string in quotes or bare
 * @param attempt both ways: the attempt ID, echoed
 * @param replayed response: {@code true} or {@code false}, whether the request was identified as a duplicate
 * @param firstReceived response to a duplicate: when the original was received, RFC 3339 in UTC
 * @param firstAttempt response to a duplicate: the attempt ID of the original, if it had one
 * @param requestCount response to a duplicate: how many requests were received under the key so far
 * @param stored response: {@code false} when the response is not stored for duplicates; absent
 *     otherwise
 * @param correlationId both ways: the correlation ID
 */
public record HeaderNames(
        String idempotencyKey,
        String attempt,
        String replayed,
        String firstReceived,
        String firstAttempt,
        String requestCount,
        String stored,
        String correlationId) {

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /** The default names of both sides. */
    public static final HeaderNames DEFAULT = new HeaderNames(
            "Idempotency-Key",
            "Idempotency-Attempt",
            "Idempotency-Replayed",
            "Idempotency-First-Received",
            "Idempotency-First-Attempt",
            "Idempotency-Request-Count",
            "Idempotency-Stored",
            "Correlation-Id");

    /**
     * Checks the names.
     *
     * @param idempotencyKey the name of the request ID's field
     * @param attempt the name of the attempt ID's field
     * @param replayed the name of the field that marks a replay
     * @param firstReceived the name of the field with the original's time
     * @param firstAttempt the name of the field with the original's attempt ID
     * @param requestCount the name of the field with the number of requests
     * @param stored the name of the field that marks a response that is not stored
     * @param correlationId the name of the correlation ID's field
     * @throws IllegalArgumentException when one is no name of a header field, or two are the same; the message names them
     */
    public HeaderNames {
        Map<String, String> uses = new LinkedHashMap<>();
        unique(uses, "idempotencyKey", idempotencyKey);
        unique(uses, "attempt", attempt);
        unique(uses, "replayed", replayed);
        unique(uses, "firstReceived", firstReceived);
        unique(uses, "firstAttempt", firstAttempt);
        unique(uses, "requestCount", requestCount);
        unique(uses, "stored", stored);
        unique(uses, "correlationId", correlationId);
    }

    private static void unique(Map<String, String> uses, String use, String name) {
        checkName(use, name);
        String other = uses.put(name.toLowerCase(Locale.ROOT), use);
        if (other != null) {
            throw new IllegalArgumentException(
                    other + " and " + use + " are both the header field " + name + ", must be two");
        }
    }

    /**
     * Checks that a text can be the name of a header field (RFC 9110, section 5.1).
     *
     * @param use what the field is for, the beginning of the message
     * @param name the name to check
     * @throws IllegalArgumentException when it cannot
     */
    public static void checkName(String use, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(use + " is not a valid header field name: \"" + name + '"');
        }
    }

    /**
     * {@return whether a header field is one of these}
     *
     * @param name the field's name, in any case
     */
    public boolean isOurs(String name) {
        return List.of(
                        idempotencyKey,
                        attempt,
                        replayed,
                        firstReceived,
                        firstAttempt,
                        requestCount,
                        stored,
                        correlationId)
                .stream()
                .anyMatch(name::equalsIgnoreCase);
    }

    /** {@return the names of the fields that are about one response, so that no replay of it has them} */
    public Set<String> ofOneResponse() {
        return Set.of(attempt, replayed, firstReceived, firstAttempt, requestCount, stored, correlationId);
    }
}
