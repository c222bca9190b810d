package io.counterfoil.ids.generator;

import io.counterfoil.ids.internal.Excerpt;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.InvalidIdException.Reason;
import io.counterfoil.ids.text.UuidFormat;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * An identifier of 12 bytes, as MongoDB gives to its documents (BSON ObjectID specification): 32 bits of seconds since 1970, 40
 * bits that are random for each process, and a counter of 24 bits, each most significant byte first.
 *
 * <pre>
 *  seconds 32 | random 40 | counter 24
 * </pre>
 *
 * <p>{@link #next} makes one. Its text is 24 digits of lower-case hex; {@link Format} has shorter ones. The order is that of the
 * unsigned bytes, and of the texts: the order of time, with the precision of a second; among ids of different processes and the same second it is that of their
 * random bits. The seconds are unsigned, and end on 2106-02-07T06:28:15Z. Immutable.
 */
public final class ObjectId implements Comparable<ObjectId> {

    /** The length of every id, in bytes. */
    public static final int LENGTH = 12;

    static final long MAX_SECONDS = (1L << 32) - 1;
    static final int COUNTER_BITS = 24;
    static final long MAX_COUNTER = (1L << COUNTER_BITS) - 1;

    private static final int OTHER_CASE = 'a' ^ 'A';

    private final int seconds;
    private final long tail;

    private ObjectId(int seconds, long tail) {
        this.seconds = seconds;
        this.tail = tail;
    }

    /** An id of these parts: its 40 and 24 lowest bits of {@code random} and {@code counter}. */
    static ObjectId of(long seconds, long random, long counter) {
        return new ObjectId((int) seconds, random << COUNTER_BITS | (counter & MAX_COUNTER));
    }

    /** The next id of the generator that the process shares: see {@link ObjectIdGenerator#generate}. */
    public static ObjectId next() {
        return ObjectIdGenerator.shared().generate();
    }

    /**
     * The id of 12 bytes. Every 12 bytes are one.
     *
     * @throws InvalidIdException when there are more or fewer
     */
    public static ObjectId of(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw InvalidIdException.length("an ObjectId has %s bytes, not %s".formatted(LENGTH, bytes.length));
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new ObjectId(buffer.getInt(), buffer.getLong());
    }

    /**
     * The id of a text of 24 digits {@code 0-9a-f}; {@link Format} has other texts.
     *
     * @throws InvalidIdException when it is longer or shorter, or has another character; upper case is another one
     */
    public static ObjectId parse(CharSequence text) {
        return Format.BASE16.parse(text);
    }

    /** The id of a text of 24 digits {@code 0-9a-f}; empty for every other text. */
    public static Optional<ObjectId> tryParse(CharSequence text) {
        return Format.BASE16.tryParse(text);
    }

    /**
     * The smallest id of this second: the lower bound of a range query, inclusive.
     *
     * @throws IllegalArgumentException when the instant is before 1970, or after 2106-02-07T06:28:15Z
     */
    public static ObjectId min(Instant instant) {
        return new ObjectId(secondsOf(instant), 0);
    }

    /**
     * The greatest id of this second: the upper bound of a range query, inclusive.
     *
     * @throws IllegalArgumentException when the instant is before 1970, or after 2106-02-07T06:28:15Z
     */
    public static ObjectId max(Instant instant) {
        return new ObjectId(secondsOf(instant), -1);
    }

    /** When it was made, as its generator believed, with the precision of a second. */
    public Instant instant() {
        return Instant.ofEpochSecond(Integer.toUnsignedLong(seconds));
    }

    /** Its bytes, in a new array. */
    public byte[] toByteArray() {
        return ByteBuffer.allocate(LENGTH).putInt(seconds).putLong(tail).array();
    }

    /** Its 96 bits, with 32 zeros in front. */
    private UUID number() {
        return new UUID(Integer.toUnsignedLong(seconds), tail);
    }

    @Override
    public int compareTo(ObjectId other) {
        int bySeconds = Integer.compareUnsigned(seconds, other.seconds);
        return bySeconds != 0 ? bySeconds : Long.compareUnsigned(tail, other.tail);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectId id && id.seconds == seconds && id.tail == tail;
    }

    @Override
    public int hashCode() {
        return 31 * seconds + Long.hashCode(tail);
    }

    /** 24 digits of lower-case hex, which {@link #parse} reads back. */
    @Override
    public String toString() {
        return Format.BASE16.format(this);
    }

    private static int secondsOf(Instant instant) {
        long ofInstant = instant.getEpochSecond();
        if (ofInstant < 0 || ofInstant > MAX_SECONDS) {
            throw new IllegalArgumentException("the instant of an ObjectId must be from %s to %s, is %s"
                    .formatted(Instant.EPOCH, Instant.ofEpochSecond(MAX_SECONDS), instant));
        }
        return (int) ofInstant;
    }

    /**
     * The text forms of an ObjectId, with the guarantees of {@link UuidFormat}: each id has one text, all texts of a format have one
     * length, their order is that of the ids, and reading refuses all else by an {@link InvalidIdException} that says why and where.
     * {@link #BASE16} is what MongoDB writes.
     *
     * <p>Immutable and thread-safe.
     */
    public enum Format {
        /** 24 characters of lower-case hex, {@code 507f191e810c19729de860ea}. */
        BASE16(UuidFormat.BASE16),

        /** 20 characters of Crockford's alphabet in lower case. */
        BASE32(UuidFormat.BASE32),

        /** 19 characters of {@code 0-9a-z}. */
        BASE36(UuidFormat.BASE36),

        /** 17 characters of {@code 1-9A-Za-z} without {@code I}, {@code O} and {@code l}. */
        BASE58(UuidFormat.BASE58),

        /** 17 characters of {@code 0-9A-Za-z}. */
        BASE62(UuidFormat.BASE62);

        private static final int LOW_BITS = 32;

        /** An id is the UUID of its number, whose text starts with as many zeros in each format. */
        private final UuidFormat wide;

        private final String zeros;
        private final String largest;

        Format(UuidFormat wide) {
            this.wide = wide;
            String widest = wide.format(new UUID(MAX_SECONDS, -1));
            int ahead = 0;
            while (widest.charAt(ahead) == wide.alphabet().charAt(0)) {
                ahead++;
            }
            this.zeros = widest.substring(0, ahead);
            this.largest = widest.substring(ahead);
        }

        /** The length of every text, in characters, which are ASCII; so it is the length in bytes too. */
        public int length() {
            return largest.length();
        }

        /** The digits, from that of 0 on, in the order of ASCII. */
        public String alphabet() {
            return wide.alphabet();
        }

        /** The text of an id. */
        public String format(ObjectId id) {
            return wide.format(id.number()).substring(zeros.length());
        }

        /**
         * Writes the text of an id into an array, as ASCII.
         *
         * @throws IndexOutOfBoundsException when there are fewer than {@link #length()} bytes from the offset on; nothing is written
         */
        public void format(ObjectId id, byte[] target, int offset) {
            Objects.checkFromIndexSize(offset, length(), target.length);
            byte[] text = new byte[wide.length()];
            wide.format(id.number(), text, 0);
            System.arraycopy(text, zeros.length(), target, offset, length());
        }

        /**
         * The id of a text.
         *
         * @throws InvalidIdException when it is no text of this format
         */
        public ObjectId parse(CharSequence text) {
            return parse(text, 0, text.length());
        }

        /**
         * The id of a part of a text.
         *
         * @param start index of the part's first character
         * @param end index after its last
         * @throws InvalidIdException when the part is no text of this format; the position counts from the start of the whole text
         * @throws IndexOutOfBoundsException when the text has no such part
         */
        public ObjectId parse(CharSequence text, int start, int end) {
            return tryParse(text, start, end)
                    .orElseThrow(() ->
                            fault(text, start, text.subSequence(start, end).toString()));
        }

        /** The id of a text, or nothing where {@link #parse(CharSequence)} would throw. */
        public Optional<ObjectId> tryParse(CharSequence text) {
            return tryParse(text, 0, text.length());
        }

        /**
         * The id of a part of a text, or nothing where {@link #parse(CharSequence, int, int)} would refuse it.
         *
         * @throws IndexOutOfBoundsException when the text has no such part
         */
        public Optional<ObjectId> tryParse(CharSequence text, int start, int end) {
            Objects.checkFromToIndex(start, end, text.length());
            if (end - start != length()) {
                return Optional.empty();
            }
            return wide.tryParse(zeros + text.subSequence(start, end)).flatMap(Format::idOf);
        }

        /**
         * The id of a part of a text that a person may have typed, read as {@link UuidFormat#parseLenient} reads.
         *
         * @throws InvalidIdException when the part is no text of this format even so; the position counts from the start of the
         *     whole text
         * @throws IndexOutOfBoundsException when the text has no such part
         */
        public ObjectId parseLenient(CharSequence text, int start, int end) {
            Objects.checkFromToIndex(start, end, text.length());
            String part = text.subSequence(start, end).toString();
            if (part.length() != length()) {
                throw fault(text, start, part);
            }
            Optional<UUID> number;
            try {
                number = Optional.of(wide.parseLenient(zeros + part));
            } catch (InvalidIdException none) {
                throw fault(text, start, part, none.reason(), none.position().orElse(zeros.length()) - zeros.length());
            }
            return number.flatMap(Format::idOf).orElseThrow(() -> fault(text, start, part, Reason.OVERFLOW, 0));
        }

        private static Optional<ObjectId> idOf(UUID number) {
            long high = number.getMostSignificantBits();
            return high >>> LOW_BITS == 0
                    ? Optional.of(new ObjectId((int) high, number.getLeastSignificantBits()))
                    : Optional.empty();
        }

        private InvalidIdException fault(CharSequence text, int start, String part) {
            if (part.length() != length()) {
                return InvalidIdException.length("an ObjectId has %s characters in %s; %s has %s"
                        .formatted(length(), this, Excerpt.of(part), part.length()));
            }
            for (int i = 0; i < part.length(); i++) {
                char c = part.charAt(i);
                if (alphabet().indexOf(c) < 0) {
                    boolean otherCase = alphabet().indexOf('A') < 0
                            && c >= 'A'
                            && c <= 'Z'
                            && alphabet().indexOf(c ^ OTHER_CASE) >= 0;
                    return fault(text, start, part, otherCase ? Reason.CASE : Reason.CHARACTER, i);
                }
            }
            int above = 0;
            while (above < part.length() - 1 && part.charAt(above) == largest.charAt(above)) {
                above++;
            }
            return fault(text, start, part, Reason.OVERFLOW, above);
        }

        private InvalidIdException fault(CharSequence text, int start, String part, Reason reason, int at) {
            int index = start + at;
            String what = switch (reason) {
                case CASE -> "%s has a letter in the wrong case".formatted(Excerpt.of(text));
                case OVERFLOW -> "%s is above %s, the largest text,".formatted(Excerpt.of(part), largest);
                default -> "%s has a character that is not one of %s".formatted(Excerpt.of(text), alphabet());
            };
            return new InvalidIdException(
                    reason, index, "an ObjectId in %s expected: %s at index %s".formatted(this, what, index));
        }
    }
}
