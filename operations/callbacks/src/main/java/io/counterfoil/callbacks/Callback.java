package io.counterfoil.callbacks;

import io.counterfoil.idempotency.key.RequestId;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Something to tell a target, once: a POST of JSON.
 *
 * @param id its identity over all attempts and deliveries, stored with its subject: 1 to 64 letters, digits,
 *     hyphens and underscores, such as a UUID. It is the {@code Idempotency-Key} and the {@code webhook-id}
 * @param target where it goes
 * @param json the body, at most {@value #MAX_BYTES} bytes of UTF-8
 * @param secrets what it is signed under: the target's, one or more
 */
public record Callback(RequestId id, URI target, String json, List<CallbackSecret> secrets) {

    /** The longest body, in bytes. */
    public static final int MAX_BYTES = 256 * 1024;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    /**
     * Checks the callback, and copies the secrets.
     *
     * @param id 1 to 64 letters, digits, hyphens and underscores
     * @param target not checked here: the {@link TargetPolicy} is asked at the delivery
     * @param json at most {@value #MAX_BYTES} bytes of UTF-8; not parsed
     * @param secrets at least one
     * @throws IllegalArgumentException when the ID, the body or the secrets break these limits
     */
    public Callback {
        if (!ID.matcher(id.value()).matches()) {
            throw new IllegalArgumentException(
                    "a callback's id is 1 to 64 letters, digits, hyphens and underscores: " + id);
        }
        int bytes = json.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "a callback's body has at most %s bytes; this one has %s".formatted(MAX_BYTES, bytes));
        }
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("a callback needs at least one secret");
        }
        secrets = List.copyOf(secrets);
    }

    /** The id and the host: the path may be the receiver's secret. */
    @Override
    public String toString() {
        return "Callback[" + id + " to " + target.getHost() + "]";
    }
}
