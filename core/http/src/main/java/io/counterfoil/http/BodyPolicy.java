package io.counterfoil.http;

import io.counterfoil.http.request.BodyRate;

/**
 * Limits of the body of a keyed request. An immutable value.
 *
 * @param maxBytes the longest body, in bytes; it is held in memory
 * @param rate how fast the body must arrive
 */
public record BodyPolicy(int maxBytes, BodyRate rate) {

    /** A mebibyte, at {@link BodyRate#DEFAULT}. */
    public static final BodyPolicy DEFAULT = new BodyPolicy(1 << 20, BodyRate.DEFAULT);

    /**
     * Checks the size.
     *
     * @param maxBytes at least 1
     * @param rate how fast the body must arrive
     * @throws IllegalArgumentException when the size is less than 1
     */
    public BodyPolicy {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("body.maxBytes must be at least 1, but is " + maxBytes);
        }
    }

    /**
     * {@return a copy with another {@link #maxBytes()}}
     *
     * @param size in bytes, at least 1
     * @throws IllegalArgumentException when the size is less than 1
     */
    public BodyPolicy withMaxBytes(int size) {
        return new BodyPolicy(size, rate);
    }

    /**
     * {@return a copy with another {@link #rate()}}
     *
     * @param least how fast the body must arrive
     */
    public BodyPolicy withRate(BodyRate least) {
        return new BodyPolicy(maxBytes, least);
    }
}
