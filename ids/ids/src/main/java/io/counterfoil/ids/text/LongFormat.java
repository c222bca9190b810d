package io.counterfoil.ids.text;

import io.counterfoil.ids.internal.Latin1;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The text forms of an id of 64 bits, such as a Snowflake. The number is taken as unsigned: -1 is the largest.
 *
 * <p>In each form every number has exactly one text and every text that is read is that of what comes out, all texts have one
 * length, and their order is that of {@link Long#compareUnsigned}. All that {@link UuidFormat} says of refusals, of speed and of
 * garbage is true here, with 2^64 for 2^128; and as nothing but the {@code String} and its array is an object, reading
 * allocates nothing at all.
 *
 * <p>Immutable and thread-safe.
 */
public enum LongFormat {
    /** 16 characters of lower-case hex. */
    BASE16(Alphabets.BASE16, "ffffffffffffffff") {
        @Override
        long decode(Object source, int at) {
            return Hex.decodeLong(source, at);
        }

        @Override
        void encode(long id, byte[] target, int at) {
            Hex.encode(id, target, at);
        }
    },

    /** 13 characters of Crockford's alphabet in lower case. */
    BASE32(Alphabets.BASE32, "fzzzzzzzzzzzz") {
        @Override
        long decode(Object source, int at) {
            return Crockford.BASE32.decodeLong(source, at);
        }

        @Override
        void encode(long id, byte[] target, int at) {
            Crockford.BASE32.encode(id, target, at);
        }
    },

    /** 13 characters of {@code 0-9a-z}: no shorter than {@link #BASE32}. */
    BASE36(Alphabets.BASE36, "3w5e11264sgsf") {
        @Override
        long decode(Object source, int at) {
            return LongRadix.BASE36.decode(source, at);
        }

        @Override
        void encode(long id, byte[] target, int at) {
            LongRadix.BASE36.encode(id, target, at);
        }
    },

    /** 11 characters of {@code 0-9A-Za-z}. */
    BASE62(Alphabets.BASE62, "LygHa16AHYF") {
        @Override
        long decode(Object source, int at) {
            return LongRadix.BASE62.decode(source, at);
        }

        @Override
        void encode(long id, byte[] target, int at) {
            LongRadix.BASE62.encode(id, target, at);
        }
    };

    /** Represents no number: the largest, of which only the largest text can be the text. */
    static final long NONE = -1;

    @SuppressWarnings("ImmutableEnumChecker") // it is immutable: its table is never written to
    private final Shape shape;

    private final int length;

    LongFormat(String alphabet, String largest) {
        this.shape = new Shape(name(), alphabet, largest, 64);
        this.length = largest.length();
    }

    /** {@return the length of every text, in characters, which are ASCII; so it is the length in bytes too} */
    public int length() {
        return length;
    }

    /** {@return the digits, from that of 0 on, in the order of ASCII} */
    public String alphabet() {
        return shape.alphabet();
    }

    /**
     * {@return the text of a number}
     *
     * @param id any number, taken as unsigned
     */
    public String format(long id) {
        byte[] text = new byte[length];
        encode(id, text, 0);
        return Latin1.string(text);
    }

    /**
     * Writes the text of a number into an array, as ASCII.
     *
     * @param id any number, taken as unsigned
     * @param target gets {@link #length()} bytes
     * @param offset index of the first byte that is written
     * @throws IndexOutOfBoundsException when there are fewer than {@link #length()} bytes from the offset on; nothing is written
     */
    public void format(long id, byte[] target, int offset) {
        Objects.checkFromIndexSize(offset, length, target.length);
        encode(id, target, offset);
    }

    /**
     * {@return the number of a text}
     *
     * @param text {@link #length()} characters of the {@link #alphabet()}
     * @throws InvalidIdException when it is no text of this format
     */
    public long parse(CharSequence text) {
        return parse(text, 0, text.length());
    }

    /**
     * {@return the number of a part of a text}
     *
     * @param text the whole text
     * @param start index of the part's first character
     * @param end index after its last
     * @throws InvalidIdException when the part is no text of this format; the position counts from the start of the whole text
     * @throws IndexOutOfBoundsException when the text has no such part
     */
    public long parse(CharSequence text, int start, int end) {
        long id = decode(text, start, end);
        if (id == NONE && !shape.isLargest(text, start, end)) {
            throw shape.fault(text, start, end);
        }
        return id;
    }

    /**
     * {@return the number of a part of an array}
     *
     * @param ascii the array, which has the text as ASCII
     * @param start index of the part's first byte
     * @param end index after its last
     * @throws InvalidIdException when the part is no text of this format; the position counts from the start of the array
     * @throws IndexOutOfBoundsException when the array has no such part
     */
    public long parse(byte[] ascii, int start, int end) {
        long id = decode(ascii, start, end);
        if (id == NONE && !shape.isLargest(new Latin1(ascii), start, end)) {
            throw shape.fault(new Latin1(ascii), start, end);
        }
        return id;
    }

    /**
     * {@return the number of a text; empty where {@link #parse(CharSequence)} would throw}
     *
     * @param text any text
     */
    public OptionalLong tryParse(CharSequence text) {
        return tryParse(text, 0, text.length());
    }

    /**
     * {@return the number of a part of a text; empty where the part is no text of this format}
     *
     * @param text the whole text
     * @param start index of the part's first character
     * @param end index after its last
     * @throws IndexOutOfBoundsException when the text has no such part
     */
    public OptionalLong tryParse(CharSequence text, int start, int end) {
        long id = decode(text, start, end);
        return id == NONE && !shape.isLargest(text, start, end) ? OptionalLong.empty() : OptionalLong.of(id);
    }

    /**
     * {@return the number of a part of an array; empty where the part is no text of this format}
     *
     * @param ascii the array, which has the text as ASCII
     * @param start index of the part's first byte
     * @param end index after its last
     * @throws IndexOutOfBoundsException when the array has no such part
     */
    public OptionalLong tryParse(byte[] ascii, int start, int end) {
        long id = decode(ascii, start, end);
        return id == NONE && !shape.isLargest(new Latin1(ascii), start, end)
                ? OptionalLong.empty()
                : OptionalLong.of(id);
    }

    /**
     * {@return the number of a text that a person may have typed, read as {@link UuidFormat#parseLenient} reads: any case but in {@link
     * #BASE62}, and Crockford's look-alikes in {@link #BASE32}}
     *
     * @param text {@link #length()} characters
     * @throws InvalidIdException when it is no text of this format even so
     */
    public long parseLenient(CharSequence text) {
        return parseLenient(text, 0, text.length());
    }

    /**
     * {@return the number of a part of a text, read as {@link #parseLenient(CharSequence)} reads}
     *
     * @param text the whole text
     * @param start index of the part's first character
     * @param end index after its last
     * @throws InvalidIdException when the part is no text of this format even so; the position counts from the start of the whole text
     * @throws IndexOutOfBoundsException when the text has no such part
     */
    public long parseLenient(CharSequence text, int start, int end) {
        Objects.checkFromToIndex(start, end, text.length());
        if (end - start != length) {
            throw shape.lenientFault(text, start, end);
        }
        byte[] canonical = shape.canonical(text, start);
        long id = decode(canonical, 0);
        if (id == NONE && !shape.isLargest(new Latin1(canonical), 0, length)) {
            throw shape.lenientFault(text, start, end);
        }
        return id;
    }

    private long decode(CharSequence text, int start, int end) {
        Objects.checkFromToIndex(start, end, text.length());
        return end - start == length ? decode(text, start) : NONE;
    }

    private long decode(byte[] ascii, int start, int end) {
        Objects.checkFromToIndex(start, end, ascii.length);
        return end - start == length ? decode(ascii, start) : NONE;
    }

    /**
     * The number of as many characters of a source of {@link Digits}, from an index on, as a text has, all of them there; {@link
     * #NONE} where they are no text.
     */
    abstract long decode(Object source, int at);

    /** Writes as many bytes as a text has, for all of which there is room. */
    abstract void encode(long id, byte[] target, int at);
}
