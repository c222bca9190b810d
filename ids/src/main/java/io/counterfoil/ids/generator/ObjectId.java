package io.counterfoil.ids.generator;

import io.counterfoil.ids.internal.Excerpt;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.InvalidIdException.Reason;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/**
 * An identifier of 12 bytes, as MongoDB gives to its documents (BSON ObjectID specification): 32 bits of seconds since 1970, 40
 * bits that are random for each process, and a counter of 24 bits, each most significant byte first.
 *
 * <pre>
 *  seconds 32 | random 40 | counter 24
 * </pre>
 *
 * <p>{@link #next} makes one. Its text is 24 digits of lower-case hex. The order is that of the unsigned bytes, and of the texts:
 * the order of time, with the precision of a second; among ids of different processes and the same second it is that of their
 * random bits. The seconds are unsigned, and end on 2106-02-07T06:28:15Z. Immutable.
 */
public final class ObjectId implements Comparable<ObjectId> {

    /** The length of every id, in bytes. */
    public static final int LENGTH = 12;

    static final long MAX_SECONDS = (1L << 32) - 1;
    static final int COUNTER_BITS = 24;
    static final long MAX_COUNTER = (1L << COUNTER_BITS) - 1;

    private static final int TEXT_LENGTH = 2 * LENGTH;

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
     * The id of a text of 24 digits {@code 0-9a-f}.
     *
     * @throws InvalidIdException when it is longer or shorter, or has another character; upper case is another one
     */
    public static ObjectId parse(CharSequence text) {
        if (text.length() != TEXT_LENGTH) {
            throw InvalidIdException.length("an ObjectId has %s characters, and %s has %s"
                    .formatted(TEXT_LENGTH, Excerpt.of(text), text.length()));
        }
        int wrong = firstNonDigit(text);
        if (wrong < TEXT_LENGTH) {
            boolean otherCase = text.charAt(wrong) >= 'A' && text.charAt(wrong) <= 'F';
            throw new InvalidIdException(
                    otherCase ? Reason.CASE : Reason.CHARACTER,
                    wrong,
                    "an ObjectId has digits 0-9a-f%s, and %s has another at index %s"
                            .formatted(otherCase ? " in lower case" : "", Excerpt.of(text), wrong));
        }
        return of(HexFormat.of().parseHex(text));
    }

    /** The id of a text of 24 digits {@code 0-9a-f}; empty for every other text. */
    public static Optional<ObjectId> tryParse(CharSequence text) {
        return text.length() == TEXT_LENGTH && firstNonDigit(text) == TEXT_LENGTH
                ? Optional.of(of(HexFormat.of().parseHex(text)))
                : Optional.empty();
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
        return HexFormat.of().formatHex(toByteArray());
    }

    private static int firstNonDigit(CharSequence text) {
        int i = 0;
        while (i < TEXT_LENGTH && isDigit(text.charAt(i))) {
            i++;
        }
        return i;
    }

    private static boolean isDigit(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    private static int secondsOf(Instant instant) {
        long ofInstant = instant.getEpochSecond();
        if (ofInstant < 0 || ofInstant > MAX_SECONDS) {
            throw new IllegalArgumentException("an ObjectId is of an instant from %s to %s, and none is of %s"
                    .formatted(Instant.EPOCH, Instant.ofEpochSecond(MAX_SECONDS), instant));
        }
        return (int) ofInstant;
    }
}
