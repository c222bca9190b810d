package io.counterfoil.ids.text;

import io.counterfoil.ids.internal.Latin1;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The text forms of a UUID. In each of them
 *
 * <ul>
 *   <li>every UUID, of whatever version, has exactly one text, and every text that is read is the text of what comes out:
 *       {@code format(parse(text))} is the text again, always;
 *   <li>all texts have one length;
 *   <li>the order of the texts, by {@link String#compareTo} or by their bytes, is the order of the UUIDs by {@link
 *       UuidBytes#compare}, which for UUIDs of version 7 is that of their time.
 * </ul>
 *
 * <p>Reading refuses all else by an {@link InvalidIdException} that says why and where: another length ({@code LENGTH}), a
 * character that is not in the alphabet, or a hyphen that is missing or misplaced ({@code CHARACTER}), a letter in the other case
 * where the alphabet has one case ({@code CASE}), a number of 2^128 or more ({@code OVERFLOW}, at the first digit that is above
 * that of the largest text). The length is looked at first, and of a text of another length not one character is read; then the
 * first wrong character is named; and only a text without one can overflow. {@code tryParse} is for texts that need not be ids:
 * it refuses the same texts by returning nothing, and makes no exception.
 *
 * <p>Nothing is allocated but what is returned: the {@code UUID}, the {@code Optional}, the {@code String} and, for this alone,
 * an array of its length. {@link #format(UUID, byte[], int)} allocates nothing. A {@link CharSequence} is read in place, and a
 * part of it too. One that another thread changes meanwhile gives the UUID of the characters that were met, or is refused.
 *
 * <p>Immutable and thread-safe. The alphabets are those of RFC 9562, section 4 (hex), of Crockford's base 32
 * in the case that TypeID 0.3 and the ULID specification state, and of Bitcoin's base 58.
 */
public enum UuidFormat {
    /**
     * 36 characters of lower-case hex with four hyphens, {@code 01890a5d-ac96-774b-bcce-b302099a8057} (RFC 9562, section 4). What
     * {@link UUID#toString} writes; but not what {@link UUID#fromString} reads, for which {@code 1-1-1-1-1} is a UUID.
     */
    HEX(Alphabets.BASE16, "ffffffff-ffff-ffff-ffff-ffffffffffff") {
        @Override
        public String format(UUID uuid) {
            return uuid.toString();
        }

        @Override
        @Nullable
        UUID decode(Object source, int at) {
            return Hex.decodeHyphenated(source, at);
        }

        @Override
        void encode(long high, long low, byte[] target, int at) {
            Hex.encodeHyphenated(high, low, target, at);
        }
    },

    /** 32 characters of lower-case hex, {@code 01890a5dac96774bbcceb302099a8057}. */
    BASE16(Alphabets.BASE16, "ffffffffffffffffffffffffffffffff") {
        @Override
        @Nullable
        UUID decode(Object source, int at) {
            return Hex.decode(source, at);
        }

        @Override
        void encode(long high, long low, byte[] target, int at) {
            Hex.encode(high, low, target, at);
        }
    },

    /** 26 characters of Crockford's alphabet in lower case, {@code 01h455vb4pex5vsknk084sn02q}: what follows a TypeID's prefix. */
    BASE32(Alphabets.BASE32, "7zzzzzzzzzzzzzzzzzzzzzzzzz") {
        @Override
        @Nullable
        UUID decode(Object source, int at) {
            return Crockford.BASE32.decode(source, at);
        }

        @Override
        void encode(long high, long low, byte[] target, int at) {
            Crockford.BASE32.encode(high, low, target, at);
        }
    },

    /** 26 characters of Crockford's alphabet in upper case, {@code 01H455VB4PEX5VSKNK084SN02Q}: the text of a ULID. */
    ULID(Alphabets.ULID, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ") {
        @Override
        @Nullable
        UUID decode(Object source, int at) {
            return Crockford.ULID.decode(source, at);
        }

        @Override
        void encode(long high, long low, byte[] target, int at) {
            Crockford.ULID.encode(high, low, target, at);
        }
    },

    /** 25 characters of {@code 0-9a-z}, {@code 039srkj01e44uynszf2f2njh3}: the shortest in one case. */
    BASE36(Alphabets.BASE36, "f5lxx1zz5pnorynqglhzmsp33") {
        @Override
        @Nullable
        UUID decode(Object source, int at) {
            return UuidRadix.BASE36.decode(source, at);
        }

        @Override
        void encode(long high, long low, byte[] target, int at) {
            UuidRadix.BASE36.encode(high, low, target, at);
        }
    },

    /** 22 characters of {@code 1-9A-Za-z} without {@code I}, {@code O} and {@code l}, {@code 1BzmjTFLHWXwiSK4y3H5iW}; 0 is {@code 1}. */
    BASE58(Alphabets.BASE58, "YcVfxkQb6JRzqk5kF2tNLv") {
        @Override
        @Nullable
        UUID decode(Object source, int at) {
            return UuidRadix.BASE58.decode(source, at);
        }

        @Override
        void encode(long high, long low, byte[] target, int at) {
            UuidRadix.BASE58.encode(high, low, target, at);
        }
    },

    /** 22 characters of {@code 0-9A-Za-z}, {@code 02tcRIyrxLXTR81B3dqdOx}. */
    BASE62(Alphabets.BASE62, "7n42DGM5Tflk9n8mt7Fhc7") {
        @Override
        @Nullable
        UUID decode(Object source, int at) {
            return UuidRadix.BASE62.decode(source, at);
        }

        @Override
        void encode(long high, long low, byte[] target, int at) {
            UuidRadix.BASE62.encode(high, low, target, at);
        }
    };

    @SuppressWarnings("ImmutableEnumChecker") // it is immutable: its table is never written to
    private final Shape shape;

    private final int length;

    UuidFormat(String alphabet, String largest) {
        this.shape = new Shape(name(), alphabet, largest, 128);
        this.length = largest.length();
    }

    /** {@return the length of every text, in characters, which are ASCII; so it is the length in bytes too} */
    public int length() {
        return length;
    }

    /** {@return the digits, from that of 0 on, in the order of ASCII; of {@link #HEX} without the hyphen} */
    public String alphabet() {
        return shape.alphabet();
    }

    /**
     * {@return the text of a UUID}
     *
     * @param uuid of any version
     */
    public String format(UUID uuid) {
        byte[] text = new byte[length];
        encode(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), text, 0);
        return Latin1.string(text);
    }

    /**
     * Writes the text of a UUID into an array, as ASCII.
     *
     * @param uuid of any version
     * @param target gets {@link #length()} bytes
     * @param offset index of the first byte that is written
     * @throws IndexOutOfBoundsException when there are fewer than {@link #length()} bytes from the offset on; nothing is written
     */
    public void format(UUID uuid, byte[] target, int offset) {
        Objects.checkFromIndexSize(offset, length, target.length);
        encode(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), target, offset);
    }

    /**
     * {@return the UUID of a text}
     *
     * @param text {@link #length()} characters
     * @throws InvalidIdException when it is no text of this format
     */
    public UUID parse(CharSequence text) {
        return parse(text, 0, text.length());
    }

    /**
     * {@return the UUID of a part of a text}
     *
     * @param text the whole text
     * @param start index of the part's first character
     * @param end index after its last
     * @throws InvalidIdException when the part is no text of this format; the position counts from the start of the whole text
     * @throws IndexOutOfBoundsException when the text has no such part
     */
    public UUID parse(CharSequence text, int start, int end) {
        Objects.checkFromToIndex(start, end, text.length());
        UUID uuid = end - start == length ? decode(text, start) : null;
        if (uuid == null) {
            throw shape.fault(text, start, end);
        }
        return uuid;
    }

    /**
     * {@return the UUID of a part of an array}
     *
     * @param ascii the array, which has the text as ASCII
     * @param start index of the part's first byte
     * @param end index after its last
     * @throws InvalidIdException when the part is no text of this format; the position counts from the start of the array
     * @throws IndexOutOfBoundsException when the array has no such part
     */
    public UUID parse(byte[] ascii, int start, int end) {
        Objects.checkFromToIndex(start, end, ascii.length);
        UUID uuid = end - start == length ? decode(ascii, start) : null;
        if (uuid == null) {
            throw shape.fault(new Latin1(ascii), start, end);
        }
        return uuid;
    }

    /**
     * {@return the UUID of a text; empty where {@link #parse(CharSequence)} would throw}
     *
     * @param text any text
     */
    public Optional<UUID> tryParse(CharSequence text) {
        return tryParse(text, 0, text.length());
    }

    /**
     * {@return the UUID of a part of a text; empty where the part is no text of this format}
     *
     * @param text the whole text
     * @param start index of the part's first character
     * @param end index after its last
     * @throws IndexOutOfBoundsException when the text has no such part
     */
    public Optional<UUID> tryParse(CharSequence text, int start, int end) {
        Objects.checkFromToIndex(start, end, text.length());
        return end - start == length ? Optional.ofNullable(decode(text, start)) : Optional.empty();
    }

    /**
     * {@return the UUID of a part of an array; empty where the part is no text of this format}
     *
     * @param ascii the array, which has the text as ASCII
     * @param start index of the part's first byte
     * @param end index after its last
     * @throws IndexOutOfBoundsException when the array has no such part
     */
    public Optional<UUID> tryParse(byte[] ascii, int start, int end) {
        Objects.checkFromToIndex(start, end, ascii.length);
        return end - start == length ? Optional.ofNullable(decode(ascii, start)) : Optional.empty();
    }

    /**
     * {@return the UUID of a text that a person may have typed: letters of {@link #HEX}, {@link #BASE16}, {@link #BASE32}, {@link #ULID}
     * and {@link #BASE36} in any case, mixed too, and in {@link #BASE32} and {@link #ULID} also {@code o} for 0, and {@code i}
     * and {@code l} for 1, as Crockford has them read} In {@link #BASE58} and {@link #BASE62} the case carries meaning: they are
     * read as {@link #parse(CharSequence)} reads them. No hyphen is passed over, no space, and the length is the same.
     *
     * <p>So many texts give one UUID here. A text that was read so is no key for a search or a cache; {@link #format(UUID)} of
     * what came out is. It allocates an array of {@link #length()} bytes besides the result.
     *
     * @param text {@link #length()} characters
     * @throws InvalidIdException when it is no text of this format even so
     */
    public UUID parseLenient(CharSequence text) {
        return parseLenient(text, 0, text.length());
    }

    /**
     * {@return the UUID of a part of a text, read as {@link #parseLenient(CharSequence)} reads}
     *
     * @param text the whole text
     * @param start index of the part's first character
     * @param end index after its last
     * @throws InvalidIdException when the part is no text of this format even so; the position counts from the start of the whole text
     * @throws IndexOutOfBoundsException when the text has no such part
     */
    public UUID parseLenient(CharSequence text, int start, int end) {
        Objects.checkFromToIndex(start, end, text.length());
        UUID uuid = end - start == length ? decode(shape.canonical(text, start), 0) : null;
        if (uuid == null) {
            throw shape.lenientFault(text, start, end);
        }
        return uuid;
    }

    /**
     * The UUID of as many characters of a source of {@link Digits}, from an index on, as a text has, all of them there; null
     * where they are no text.
     */
    abstract @Nullable UUID decode(Object source, int at);

    /** Writes as many bytes as a text has, for all of which there is room. */
    abstract void encode(long high, long low, byte[] target, int at);
}
