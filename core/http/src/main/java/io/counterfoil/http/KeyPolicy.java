package io.counterfoil.http;

import io.counterfoil.http.request.KeyLifetime;
import io.counterfoil.http.request.KeyScope;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;

/**
 * The key of a request. An immutable value.
 *
 * @param source where the key is read
 * @param required whether a guarded request without a key is rejected
 * @param maxBytes the longest key, in bytes of UTF-8, wherever it is read; at most {@value RequestId#MAX_BYTES}
 * @param lifetime how long a key may be used, where keys are UUIDv7s; without it a key is any text, and its age does not matter
 * @param scope within what a key is unique
 */
public record KeyPolicy(
        KeySource source, boolean required, int maxBytes, Optional<KeyLifetime> lifetime, KeyScope scope) {

    /** In the header, not required, of any length, without a lifetime, unique within {@link KeyScope#METHOD_AND_PATH}. */
    public static final KeyPolicy DEFAULT =
            new KeyPolicy(KeySource.HEADER, false, RequestId.MAX_BYTES, Optional.empty(), KeyScope.METHOD_AND_PATH);

    /**
     * Checks the length.
     *
     * @param source where the key is read
     * @param required whether a key is required
     * @param maxBytes 1 to {@value RequestId#MAX_BYTES}
     * @param lifetime empty for keys of any text and age
     * @param scope within what a key is unique
     * @throws IllegalArgumentException when the length is out of range
     */
    public KeyPolicy {
        if (maxBytes < 1 || maxBytes > RequestId.MAX_BYTES) {
            throw new IllegalArgumentException(
                    "key.maxBytes must be from 1 to " + RequestId.MAX_BYTES + ", but is " + maxBytes);
        }
    }

    /**
     * {@return a copy with another {@link #source()}}
     *
     * @param place where the key is read
     */
    public KeyPolicy withSource(KeySource place) {
        return new KeyPolicy(place, required, maxBytes, lifetime, scope);
    }

    /**
     * {@return a copy with another {@link #required()}}
     *
     * @param demanded whether a guarded request without a key is rejected
     */
    public KeyPolicy withRequired(boolean demanded) {
        return new KeyPolicy(source, demanded, maxBytes, lifetime, scope);
    }

    /**
     * {@return a copy with another {@link #maxBytes()}}
     *
     * @param length in bytes of UTF-8, 1 to {@value RequestId#MAX_BYTES}
     * @throws IllegalArgumentException when the length is out of range
     */
    public KeyPolicy withMaxBytes(int length) {
        return new KeyPolicy(source, required, length, lifetime, scope);
    }

    /**
     * {@return a copy for keys that are UUIDv7s; a key that is over its lifetime and has no record is rejected} The engine's retentions, of
     * named clients and of anonymous ones, must be at least {@link KeyLifetime#leastRetention()}.
     *
     * @param age how long a key may be used
     */
    public KeyPolicy withLifetime(KeyLifetime age) {
        return new KeyPolicy(source, required, maxBytes, Optional.of(age), scope);
    }

    /**
     * {@return a copy with another {@link #scope()}}
     *
     * @param other within what a key is unique
     */
    public KeyPolicy withScope(KeyScope other) {
        return new KeyPolicy(source, required, maxBytes, lifetime, other);
    }
}
