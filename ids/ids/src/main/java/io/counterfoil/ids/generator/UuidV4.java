package io.counterfoil.ids.generator;

import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Generator of version 4 UUIDs (RFC 9562, section 5.4): 122 random bits, in no order, telling nothing.
 *
 * <p>The same as {@link UUID#randomUUID()}, without its lock. As a primary key it meets a random page of the index with
 * each insert; {@link ShortPrefixComb} avoids that and reveals hardly more. Thread-safe.
 */
public final class UuidV4 implements UuidGenerator {

    static final int VERSION = 4;

    private static final UuidV4 SHARED = new UuidV4(Entropy.standard());

    private final Entropy entropy;

    private UuidV4(Entropy entropy) {
        this.entropy = entropy;
    }

    /** {@return a new id of the generator that the process shares} */
    public static UUID next() {
        return SHARED.generate();
    }

    /** {@return the generator that {@link #next()} uses: {@link SecureEntropy}} */
    public static UuidV4 shared() {
        return SHARED;
    }

    /**
     * {@return a generator of its own randomness}
     *
     * @param random called by one thread at a time, unless it is {@link SecureEntropy}
     */
    public static UuidV4 generator(RandomGenerator random) {
        return new UuidV4(Entropy.of(random));
    }

    @Override
    public UUID generate() {
        Bits bits = entropy.take();
        try {
            return marked(bits.nextLong(), bits.nextLong());
        } finally {
            entropy.giveBack(bits);
        }
    }

    /** 128 bits with the marks of version 4 put over six of them. */
    static UUID marked(long high, long low) {
        return new UUID((high & ~0xF000L) | ((long) VERSION << 12), (low & ~(3L << 62)) | (2L << 62));
    }
}
