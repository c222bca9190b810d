package io.counterfoil.idempotency.result;

/**
 * The size of stored results. An immutable value.
 *
 * @param maxBytes the longest encoded result that is stored, before compression; of a longer one only the execution is recorded
 * @param compressFrom the shortest encoded result that is compressed; stored compressed only where that makes it shorter
 */
public record ResultLimits(int maxBytes, int compressFrom) {

    /** Up to 1 MiB, compressed from 4 KiB on. */
    public static final ResultLimits DEFAULT = new ResultLimits(1 << 20, 4096);

    /** The largest {@link #maxBytes}: a result is held in memory. */
    public static final int LARGEST = 1 << 30;

    /** @throws IllegalArgumentException when a size is out of its limits */
    public ResultLimits {
        if (maxBytes < 0 || maxBytes > LARGEST) {
            throw new IllegalArgumentException("maxBytes is 0 to " + LARGEST + ", not " + maxBytes);
        }
        if (compressFrom < 0) {
            throw new IllegalArgumentException("compressFrom must not be negative, but is " + compressFrom);
        }
    }

    /** The same with this maximum. */
    public ResultLimits withMaxBytes(int maxBytes) {
        return new ResultLimits(maxBytes, compressFrom);
    }

    /** The same, compressing from this size on; {@link Integer#MAX_VALUE} for never. */
    public ResultLimits withCompressFrom(int compressFrom) {
        return new ResultLimits(maxBytes, compressFrom);
    }
}
