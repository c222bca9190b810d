package io.counterfoil.story.scan;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;

/**
 * Texts that are searched for, all at once.
 *
 * <p>How: every text that is at least {@code stride + 3} bytes long has four bytes that begin at a multiple of {@code stride}, wherever
 * it stands. So it is enough to look at four bytes in every {@code stride}, and to ask a table whether they stand in one of the texts at
 * one of the first {@code stride} places. The shortest text gives the stride: 13 for one of 16 bytes. Eight such looks are
 * made for one branch, and none depends on another, so that a processor makes several at once. What the table lets through is then compared
 * byte by byte; what it does not let through is no match for certain.
 *
 * <p>(Wu and Manber, A fast algorithm for multi-pattern searching, 1994, uses such blocks to find how far to skip; here the
 * distance is fixed, and nothing has to wait for the table.)
 *
 * <p>Immutable and thread-safe.
 */
public final class Needles {

    /** The longest text, in bytes. */
    public static final int MAX_LENGTH = 128;

    private static final int GRAM = 4;
    private static final int MAX_STRIDE = 32;
    private static final int LOOKS = 8;
    private static final int MULTIPLIER = 0x9E3779B1;
    private static final int MIN_TABLE_BITS = 14;
    private static final int MAX_TABLE_BITS = 20;

    private final byte[][] texts;
    private final int stride;
    /** Keeps as many bytes of four as the shortest text has. */
    private final int gramMask;

    private final int gramBytes;
    private final int shift;
    private final byte[] table;
    /** Chains of the places in the texts that have one hash: the first of each, and the next of each place; 0 is none. */
    private final int[] first;

    private final int[] next;

    private Needles(byte[][] texts) {
        this.texts = texts;
        int shortest = Arrays.stream(texts).mapToInt(text -> text.length).min().orElse(MAX_STRIDE);
        int longest = Arrays.stream(texts).mapToInt(text -> text.length).max().orElse(0);
        if (shortest == 0 || longest > MAX_LENGTH) {
            throw new IllegalArgumentException("a text that is searched for has 1 to %d bytes, and these have %d to %d"
                    .formatted(MAX_LENGTH, shortest, longest));
        }
        gramBytes = Math.min(GRAM, shortest);
        gramMask = gramBytes == GRAM ? -1 : (1 << (8 * gramBytes)) - 1;
        stride = Math.min(MAX_STRIDE, shortest - gramBytes + 1);
        int places = texts.length * stride;
        int bits = Math.max(MIN_TABLE_BITS, Math.min(MAX_TABLE_BITS, 37 - Integer.numberOfLeadingZeros(places)));
        shift = Integer.SIZE - bits;
        table = new byte[1 << bits];
        first = new int[1 << bits];
        next = new int[places + 1];
        for (int place = 0; place < places; place++) {
            int hash = hash(gram(texts[place / stride], place % stride));
            table[hash] = 1;
            next[place + 1] = first[hash];
            first[hash] = place + 1;
        }
    }

    /**
     * These texts, as UTF-8.
     *
     * @throws IllegalArgumentException when one is empty, or longer than {@value #MAX_LENGTH} bytes
     */
    public static Needles of(Collection<String> texts) {
        return new Needles(texts.stream()
                .distinct()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new));
    }

    /**
     * Where one of the texts stands.
     *
     * @param bytes in little-endian order
     * @param from where the search begins
     * @param to where it ends, at most the limit of the bytes: a text must end before it
     * @return the index of its first byte, or -1
     */
    int find(ByteBuffer bytes, int from, int to) {
        int at = from;
        int many = to - LOOKS * stride - GRAM;
        while (at < many) {
            at = skip(bytes, at, many);
            if (at < many) {
                for (int look = 0; look < LOOKS; look++, at += stride) {
                    int found = compare(bytes, from, to, at, bytes.getInt(at));
                    if (found >= 0) {
                        return found;
                    }
                }
            }
        }
        for (; at + gramBytes <= to; at += stride) {
            int found = compare(bytes, from, to, at, gram(bytes, at));
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    /** The hot loop: from this place on to the first one where one of the next looks may be at one of the texts. */
    private int skip(ByteBuffer bytes, int from, int to) {
        byte[] hits = table;
        int mask = gramMask;
        int right = shift;
        int by = stride;
        int at = from;
        while (at < to) {
            int look = at;
            int hit = hits[((bytes.getInt(look) & mask) * MULTIPLIER) >>> right];
            look += by;
            hit |= hits[((bytes.getInt(look) & mask) * MULTIPLIER) >>> right];
            look += by;
            hit |= hits[((bytes.getInt(look) & mask) * MULTIPLIER) >>> right];
            look += by;
            hit |= hits[((bytes.getInt(look) & mask) * MULTIPLIER) >>> right];
            look += by;
            hit |= hits[((bytes.getInt(look) & mask) * MULTIPLIER) >>> right];
            look += by;
            hit |= hits[((bytes.getInt(look) & mask) * MULTIPLIER) >>> right];
            look += by;
            hit |= hits[((bytes.getInt(look) & mask) * MULTIPLIER) >>> right];
            look += by;
            hit |= hits[((bytes.getInt(look) & mask) * MULTIPLIER) >>> right];
            if (hit != 0) {
                return at;
            }
            at = look + by;
        }
        return at;
    }

    private int compare(ByteBuffer bytes, int from, int to, int at, int gram) {
        int hash = hash(gram);
        if (table[hash] == 0) {
            return -1;
        }
        for (int place = first[hash]; place != 0; place = next[place]) {
            byte[] text = texts[(place - 1) / stride];
            int start = at - (place - 1) % stride;
            if (start >= from && start + text.length <= to && stands(bytes, start, text)) {
                return start;
            }
        }
        return -1;
    }

    private static boolean stands(ByteBuffer bytes, int at, byte[] text) {
        for (int i = 0; i < text.length; i++) {
            if (bytes.get(at + i) != text[i]) {
                return false;
            }
        }
        return true;
    }

    private int hash(int gram) {
        return ((gram & gramMask) * MULTIPLIER) >>> shift;
    }

    private int gram(byte[] text, int at) {
        return gram(ByteBuffer.wrap(text), at);
    }

    /** Without a look at what is behind, where the texts are short. */
    private int gram(ByteBuffer bytes, int at) {
        int gram = 0;
        for (int i = 0; i < gramBytes; i++) {
            gram |= (bytes.get(at + i) & 0xFF) << (8 * i);
        }
        return gram;
    }
}
