package io.counterfoil.ids;

import java.util.Arrays;
import java.util.UUID;

/**
 * The base32 text of a UUID that the TypeID specification (version 0.3) uses: 26 characters of Crockford's alphabet in
 * lower case, {@code 0123456789abcdefghjkmnpqrstvwxyz}, the highest bits first.
 *
 * <p>130 bits hold 128, so the first character is at most {@code 7}. The width is fixed and the alphabet ascends in ASCII:
 * the order of the texts is the unsigned order of the UUIDs, so texts of version 7 UUIDs sort by time.
 *
 * <p>Decoding is strict: it takes what {@link #encode} makes, and nothing else. Unlike Crockford's own decoder it knows no upper
 * case, no hyphens and no look-alikes ({@code o} for {@code 0}), so that one UUID has one text. Thread-safe. Requirement TI-3.
 */
public final class UuidBase32 {

    /** The length of every text, in characters. */
    public static final int LENGTH = 26;

    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int BITS = 5;
    private static final int MASK = (1 << BITS) - 1;
    private static final char MAX_FIRST = '7';
    private static final byte NONE = -1;
    private static final byte[] VALUES = new byte[128];

    static {
        Arrays.fill(VALUES, NONE);
        for (int value = 0; value < ALPHABET.length(); value++) {
            VALUES[ALPHABET.charAt(value)] = (byte) value;
        }
    }

    private UuidBase32() {}

    /** The text of any UUID, whatever its version. */
    public static String encode(UUID uuid) {
        long high = uuid.getMostSignificantBits();
        long low = uuid.getLeastSignificantBits();
        char[] text = new char[LENGTH];
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = ALPHABET.charAt((int) low & MASK);
            low = low >>> BITS | high << (Long.SIZE - BITS);
            high >>>= BITS;
        }
        return new String(text);
    }

    /**
     * The UUID of a text.
     *
     * @throws InvalidIdException when {@link #encode} makes no such text: another length than {@value #LENGTH}, a character
     *     outside the alphabet, or a first character above {@code 7}; the message says which, and does not repeat the text
     */
    public static UUID decode(String text) {
        if (text.length() != LENGTH) {
            throw new InvalidIdException("%d characters of base32 expected, found %d".formatted(LENGTH, text.length()));
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < LENGTH; i++) {
            high = high << BITS | low >>> (Long.SIZE - BITS);
            low = low << BITS | valueAt(text, i);
        }
        if (text.charAt(0) > MAX_FIRST) {
            throw new InvalidIdException("first character '%c' is above '%c': that is more than the 128 bits of a UUID"
                    .formatted(text.charAt(0), MAX_FIRST));
        }
        return new UUID(high, low);
    }

    private static int valueAt(String text, int index) {
        char c = text.charAt(index);
        byte value = c < VALUES.length ? VALUES[c] : NONE;
        if (value == NONE) {
            throw new InvalidIdException("character %s at index %d is not in the alphabet %s (lower case only)"
                    .formatted(Excerpt.of(String.valueOf(c)), index, ALPHABET));
        }
        return value;
    }
}
