package io.counterfoil.ids.generator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * One stream of random bits: AES-256 in counter mode with fast key erasure. {@link SecureEntropy} has the essay. Not thread-safe.
 */
final class AesCtrStream implements Bits {

    /** Random bytes of one refill, beside the next key. */
    static final int CAPACITY = 8192;

    /** A fresh seed is mixed in after so many refills: 256 KiB of output. */
    static final int REFILLS_OF_A_SEED = 32;

    static final int KEY = 32;

    /**
     * The cursor stands in the array of what it points into, far enough from either end, and everything that a draw writes is in
     * that array: a garbage collector may put small objects of two threads side by side, on one line of the cache.
     */
    static final int CURSOR = 8;

    static final int FIRST = 2 * CURSOR;
    static final int END = FIRST + CAPACITY / Long.BYTES;

    static final String TRANSFORMATION = "AES/CTR/NoPadding";

    private static final byte[] ZEROS = new byte[KEY + CAPACITY];
    private static final IvParameterSpec ZERO_IV = new IvParameterSpec(new byte[16]);

    private final Cipher cipher;
    private final Supplier<byte[]> seeds;
    private final ByteBuffer made = ByteBuffer.allocate(KEY + CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
    private final long[] drawable = new long[END];
    private boolean keyed;
    private int refillsLeft;
    private int generation;
    private int slot;

    AesCtrStream() {
        this(() -> Seeds.draw(KEY));
    }

    /** A stream of its own seeds: arrays of {@value #KEY} bytes, which are overwritten. */
    AesCtrStream(Supplier<byte[]> seeds) {
        this(seeds, platforms());
    }

    /** The same, on a cipher of its own. */
    AesCtrStream(Supplier<byte[]> seeds, Cipher cipher) {
        this.seeds = seeds;
        this.cipher = cipher;
        this.drawable[CURSOR] = END;
    }

    private static Cipher platforms() {
        try {
            return Cipher.getInstance(TRANSFORMATION);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform lacks AES, which java.security.Provider requires", e);
        }
    }

    /** Remembers the place among the {@link Stripes} that this was taken from. */
    AesCtrStream at(int takenFrom) {
        slot = takenFrom;
        return this;
    }

    int slot() {
        return slot;
    }

    /** The next 64 bits; they are erased here, and nothing that remains can tell them. */
    @Override
    public long nextLong() {
        long[] array = drawable;
        int at = (int) array[CURSOR];
        if (at == END || generation != Seeds.generation()) {
            refill();
            at = FIRST;
        }
        array[CURSOR] = at + 1L;
        long drawn = array[at];
        array[at] = 0;
        return drawn;
    }

    /** After an exception or an error the stream is empty, and the next draw begins with a fresh seed. */
    private void refill() {
        int current = Seeds.generation();
        boolean due = refillsLeft == 0 || generation != current;
        int left = due ? REFILLS_OF_A_SEED : refillsLeft;
        boolean hasKey = keyed;
        drawable[CURSOR] = END;
        Arrays.fill(drawable, FIRST, END, 0);
        refillsLeft = 0;
        keyed = false;
        byte[] bytes = made.array();
        try {
            if (due) {
                reseed(bytes, hasKey);
            }
            cipher.doFinal(ZEROS, 0, ZEROS.length, bytes, 0);
            // Until this line the key that made the bytes is still in the cipher; from here on it is gone.
            nextKey(bytes, new byte[KEY]);
            made.position(KEY).asLongBuffer().get(drawable, FIRST, END - FIRST);
            keyed = true;
            refillsLeft = left - 1;
            generation = current;
            drawable[CURSOR] = FIRST;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-256 in counter mode failed", e);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /** The next key comes from the old key and from a fresh seed: who lacks either cannot tell it. */
    private void reseed(byte[] bytes, boolean hasKey) throws GeneralSecurityException {
        if (hasKey) {
            cipher.doFinal(ZEROS, 0, KEY, bytes, 0);
        }
        nextKey(bytes, seeds.get());
    }

    /** Moves the first bytes, mixed with the given ones, into the cipher as its next key. */
    private void nextKey(byte[] bytes, byte[] mixedIn) throws GeneralSecurityException {
        for (int i = 0; i < KEY; i++) {
            mixedIn[i] ^= bytes[i];
        }
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(mixedIn, "AES"), ZERO_IV);
        Arrays.fill(mixedIn, (byte) 0);
    }
}
