package io.counterfoil.idempotency.policy;

import io.counterfoil.idempotency.result.Completion;

/**
 * Which results are stored, and how. An immutable value.
 *
 * @param rememberRefusals whether a {@linkplain Completion#refuse refusal} is recorded like a result
 * @param maxBytes the longest encoded result that is stored, in bytes before compression; of a longer one only the execution is recorded
 * @param compressFrom the shortest encoded result that is compressed, in bytes; stored compressed only where that makes it shorter
 */
public record ResultPolicy(boolean rememberRefusals, int maxBytes, int compressFrom) {

    /** With refusals; up to 1 MiB, compressed from 4 KiB on. */
    public static final ResultPolicy DEFAULT = new ResultPolicy(true, 1 << 20, 4096);

    /** The largest {@link #maxBytes}: a result is held in memory. */
    public static final int LARGEST = 1 << 30;

    /**
     * Checks the sizes.
     *
     * @param rememberRefusals whether a refusal is recorded
     * @param maxBytes 0 to {@value #LARGEST}
     * @param compressFrom zero or more
     * @throws IllegalArgumentException when a size is out of range
     */
    public ResultPolicy {
        if (maxBytes < 0 || maxBytes > LARGEST) {
            throw new IllegalArgumentException("results.maxBytes must be 0 to " + LARGEST + ", not " + maxBytes);
        }
        if (compressFrom < 0) {
            throw new IllegalArgumentException("results.compressFrom must not be negative, and is " + compressFrom);
        }
    }

    /**
     * {@return a copy with another {@link #rememberRefusals()}}
     *
     * @param remember whether a refusal is recorded like a result
     */
    public ResultPolicy withRememberRefusals(boolean remember) {
        return new ResultPolicy(remember, maxBytes, compressFrom);
    }

    /**
     * {@return a copy with another {@link #maxBytes()}}
     *
     * @param size 0 to {@value #LARGEST}
     * @throws IllegalArgumentException when the size is out of range
     */
    public ResultPolicy withMaxBytes(int size) {
        return new ResultPolicy(rememberRefusals, size, compressFrom);
    }

    /**
     * {@return a copy with another {@link #compressFrom()}}
     *
     * @param size in bytes, zero or more; {@link Integer#MAX_VALUE} for never
     * @throws IllegalArgumentException when the size is negative
     */
    public ResultPolicy withCompressFrom(int size) {
        return new ResultPolicy(rememberRefusals, maxBytes, size);
    }
}
