package io.counterfoil.story.scan;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A set of texts that are searched for simultaneously.
 *
 * <p>Algorithm: every text of at least {@code stride + 3} bytes contains four bytes that begin at a multiple of {@code
 * stride}, wherever the text is. It is enough to probe four bytes in every {@code stride}, and to probe up in a table
 * whether they occur in one of the texts at one of the first {@code stride} positions. The shortest text determines the
 * stride: 13 for a text of 16 bytes. Sixteen independent probes are made per branch, so that the processor executes
 * several at once. A probe that the table rejects is certainly no match. For the others the table gives the possible
 * positions within a text, and the bytes from the start of that text are looked up by hash, so that the cost of a probe
 * does not depend on the number of texts. If more than {@value #MAX_ALIKE} texts have the same beginning, as long as
 * the shortest of all texts, only that beginning is searched for; a match may then be another text.
 *
 * <p>(Wu and Manber, A fast algorithm for multi-pattern searching, 1994, uses such blocks to find the distance to skip;
 * here the distance is fixed, and no probe waits for the table.)
 *
 * <p>Immutable and thread-safe.
 */
public final class Needles {

    /** The longest text, in bytes. */
    public static final int MAX_LENGTH = 128;

    private static final int GRAM = 4;
    private static final int MAX_STRIDE = 32;
    private static final int PROBES = 16;
    private static final int MULTIPLIER = 0x9E3779B1;
    private static final int MIN_TABLE_BITS = 14;
    private static final int MAX_TABLE_BITS = 20;
    private static final int MAX_ALIKE = 16;
    /** Random per process, so that a log cannot be crafted with IDs of one hash. */
    private static final int BASE = (int) System.nanoTime() * MULTIPLIER | 1;

    private final byte[][] texts;
    /** The number of texts that are {@link Marks}; they are the first ones. */
    private final int marks;

    private final int stride;
    /** Masks four bytes to the length of the shortest text. */
    private final int gramMask;

    private final int gramBytes;
    private final int shift;
    private final byte[] table;
    /** For each hash of four bytes, a bit for each position that they have in a text. */
    private final int[] places;

    /** The length of the beginnings by which texts are looked up. */
    private final int beginning;

    private final int beginningShift;
    /** Hash chains of texts by their beginnings: the first of each chain and the next of each text, from 1; 0 ends a chain. */
    private final int[] first;

    private final int[] next;

    /** Whether everything that begins like this text is a match. */
    private final boolean[] anyAlike;

    private Needles(byte[][] texts, int marks) {
        this.texts = texts;
        this.marks = marks;
        int shortest = MAX_LENGTH;
        int longest = 0;
        for (byte[] text : texts) {
            shortest = Math.min(shortest, text.length);
            longest = Math.max(longest, text.length);
        }
        if (shortest == 0 || longest > MAX_LENGTH) {
            throw new IllegalArgumentException("a text to search for must have 1 to %s bytes; the lengths are %s to %s"
                    .formatted(MAX_LENGTH, shortest, longest));
        }
        gramBytes = Math.min(GRAM, shortest);
        gramMask = gramBytes == GRAM ? -1 : (1 << (8 * gramBytes)) - 1;
        stride = Math.min(MAX_STRIDE, shortest - gramBytes + 1);
        int bits = tableBits(texts.length * stride);
        shift = Integer.SIZE - bits;
        table = new byte[1 << bits];
        places = new int[1 << bits];
        for (byte[] text : texts) {
            for (int place = 0; place < stride; place++) {
                int hash = hash(gram(text, place));
                table[hash] = 1;
                places[hash] |= 1 << place;
            }
        }
        beginning = texts.length == 0 ? 0 : shortest;
        int beginningBits = tableBits(texts.length);
        beginningShift = Integer.SIZE - beginningBits;
        first = new int[1 << beginningBits];
        next = new int[texts.length + 1];
        anyAlike = new boolean[texts.length];
        for (int number = 0; number < texts.length; number++) {
            chain(number);
        }
    }

    private static int tableBits(int entries) {
        return Math.max(MIN_TABLE_BITS, Math.min(MAX_TABLE_BITS, 37 - Integer.numberOfLeadingZeros(entries)));
    }

    /** Adds a text to the chain of its beginning, unless an entry there already covers it. */
    private void chain(int number) {
        int hash = beginningHash(ByteBuffer.wrap(texts[number]), 0);
        int alike = 0;
        int lastAlike = 0;
        for (int other = first[hash]; other != 0; other = next[other]) {
            if (Arrays.equals(texts[other - 1], 0, beginning, texts[number], 0, beginning)) {
                alike++;
                lastAlike = other - 1;
            }
        }
        if (alike < MAX_ALIKE) {
            next[number + 1] = first[hash];
            first[hash] = number + 1;
        } else {
            anyAlike[lastAlike] = true;
        }
    }

    /**
     * Creates needles from texts, encoded as UTF-8.
     *
     * @throws IllegalArgumentException if a text is empty or longer than {@value #MAX_LENGTH} bytes
     */
    public static Needles of(Collection<String> texts) {
        return of(texts, List.of());
    }

    /** Creates needles from texts and marks. */
    static Needles of(Collection<String> texts, Collection<String> marks) {
        Set<String> all = new LinkedHashSet<>(marks);
        int first = all.size();
        all.addAll(texts);
        byte[][] bytes = new byte[all.size()][];
        int number = 0;
        for (String text : all) {
            bytes[number++] = text.getBytes(StandardCharsets.UTF_8);
        }
        return new Needles(bytes, first);
    }

    /** Whether the match at this index is one of the marks. */
    boolean isMark(ByteBuffer bytes, int found) {
        for (int mark = 0; mark < marks; mark++) {
            if (found + texts[mark].length <= bytes.limit() && stands(bytes, found, texts[mark], texts[mark].length)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Finds the first match.
     *
     * @param bytes in little-endian order
     * @param from the start of the search
     * @param to the end of the search, at most the limit of the bytes; a match must end before it
     * @return the index of the first byte of the match, or -1
     */
    int find(ByteBuffer bytes, int from, int to) {
        int at = from;
        int many = to - PROBES * stride - GRAM;
        while (at < many) {
            at = skip(bytes, at, many);
            if (at < many) {
                for (int probe = 0; probe < PROBES; probe++, at += stride) {
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

    /**
     * The hot loop: skips to the first position where one of the next probes may be in a text. It is long enough that
     * the JVM compiles it separately and does not inline it.
     */
    private int skip(ByteBuffer bytes, int from, int to) {
        byte[] hits = table;
        int mask = gramMask;
        int hashShift = shift;
        int by = stride;
        int at = from;
        while (at < to) {
            int probe = at;
            int hit = hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            probe += by;
            hit |= hits[((bytes.getInt(probe) & mask) * MULTIPLIER) >>> hashShift];
            if (hit != 0) {
                return at;
            }
            at = probe + by;
        }
        return at;
    }

    private int compare(ByteBuffer bytes, int from, int to, int at, int gram) {
        for (int left = places[hash(gram)]; left != 0; left &= left - 1) {
            int start = at - Integer.numberOfTrailingZeros(left);
            if (start >= from && start + beginning <= to && mayBegin(bytes, start) && textAt(bytes, start, to)) {
                return start;
            }
        }
        return -1;
    }

    /** Whether a text has these first bytes. Four bytes of a text may occur in every line; these rarely do too. */
    private boolean mayBegin(ByteBuffer bytes, int start) {
        return (places[hash(gramBytes == GRAM ? bytes.getInt(start) : gram(bytes, start))] & 1) != 0;
    }

    private boolean textAt(ByteBuffer bytes, int start, int to) {
        for (int number = first[beginningHash(bytes, start)]; number != 0; number = next[number]) {
            byte[] text = texts[number - 1];
            int length = anyAlike[number - 1] ? beginning : text.length;
            if (start + length <= to && stands(bytes, start, text, length)) {
                return true;
            }
        }
        return false;
    }

    private int beginningHash(ByteBuffer bytes, int at) {
        int hash = 0;
        for (int i = at; i < at + beginning; i++) {
            hash = BASE * hash + bytes.get(i);
        }
        return (hash * MULTIPLIER) >>> beginningShift;
    }

    private static boolean stands(ByteBuffer bytes, int at, byte[] text, int length) {
        for (int i = 0; i < length; i++) {
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

    /** Reads four bytes, without reading beyond the end where the texts are short. */
    private int gram(ByteBuffer bytes, int at) {
        int gram = 0;
        for (int i = 0; i < gramBytes; i++) {
            gram |= (bytes.get(at + i) & 0xFF) << (8 * i);
        }
        return gram;
    }
}
