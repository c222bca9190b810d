package io.counterfoil.ids.generator;

import io.counterfoil.ids.internal.Excerpt;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.InvalidIdReason;
import io.counterfoil.ids.text.UuidFormat;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * An identifier of 12 bytes, as MongoDB gives to its documents (BSON ObjectID specification): 32 bits of seconds since 1970, 40
 * bits that are random for each process, and a counter of 24 bits, each most significant byte first.
 *
 * <pre>
 *  seconds 32 | random 40 | counter 24
 * </pre>
 *
 * <p>{@link #next} makes one. Its text is 24 digits of lower-case hex; {@link Format} has shorter ones. The order is that of the
 * unsigned bytes, and of the texts: the order of time, with the precision of a second; among ids of different processes and the same
 * second it is that of their random bits. The seconds are unsigned, and end on 2106-02-07T06:28:15Z. Immutable.
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

    /** {@return the next id of the generator that the process shares: see {@link Generator#generate}} */
    public static ObjectId next() {
        return Generator.shared().generate();
    }

    /**
     * {@return the id of 12 bytes} Every 12 bytes are one.
     *
     * @param bytes most significant first; copied
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
     * {@return the id of a text} {@link Format} has other texts.
     *
     * @param text 24 digits {@code 0-9a-f}
     * @throws InvalidIdException when it is longer or shorter, or has another character; upper case is another one
     */
    public static ObjectId parse(CharSequence text) {
        return Format.BASE16.parse(text);
    }

    /**
     * {@return the id of a text; empty where {@link #parse} would throw}
     *
     * @param text any text
     */
    public static Optional<ObjectId> tryParse(CharSequence text) {
        return Format.BASE16.tryParse(text);
    }

    /**
     * {@return the smallest id of this second: the lower bound of a range query, inclusive}
     *
     * @param instant 1970 to 2106-02-07T06:28:15Z; its second counts
     * @throws IllegalArgumentException when the instant is before 1970, or after 2106-02-07T06:28:15Z
     */
    public static ObjectId min(Instant instant) {
        return new ObjectId(secondsOf(instant), 0);
    }

    /**
     * {@return the greatest id of this second: the upper bound of a range query, inclusive}
     *
     * @param instant 1970 to 2106-02-07T06:28:15Z; its second counts
     * @throws IllegalArgumentException when the instant is before 1970, or after 2106-02-07T06:28:15Z
     */
    public static ObjectId max(Instant instant) {
        return new ObjectId(secondsOf(instant), -1);
    }

    /** {@return when it was made, as its generator believed, with the precision of a second} */
    public Instant instant() {
        return Instant.ofEpochSecond(Integer.toUnsignedLong(seconds));
    }

    /** {@return its bytes, in a new array} */
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

        /** {@return the length of every text, in characters, which are ASCII; so it is the length in bytes too} */
        public int length() {
            return largest.length();
        }

        /** {@return the digits, from that of 0 on, in the order of ASCII} */
        public String alphabet() {
            return wide.alphabet();
        }

        /**
         * {@return the text of an id}
         *
         * @param id any id
         */
        public String format(ObjectId id) {
            return wide.format(id.number()).substring(zeros.length());
        }

        /**
         * Writes the text of an id into an array, as ASCII.
         *
         * @param id any id
         * @param target gets {@link #length()} bytes
         * @param offset index of the first byte that is written
         * @throws IndexOutOfBoundsException when there are fewer than {@link #length()} bytes from the offset on; nothing is written
         */
        public void format(ObjectId id, byte[] target, int offset) {
            Objects.checkFromIndexSize(offset, length(), target.length);
            byte[] text = new byte[wide.length()];
            wide.format(id.number(), text, 0);
            System.arraycopy(text, zeros.length(), target, offset, length());
        }

        /**
         * {@return the id of a text}
         *
         * @param text {@link #length()} characters of the {@link #alphabet()}
         * @throws InvalidIdException when it is no text of this format
         */
        public ObjectId parse(CharSequence text) {
            return parse(text, 0, text.length());
        }

        /**
         * {@return the id of a part of a text}
         *
         * @param text the whole text
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

        /**
         * {@return the id of a text; empty where {@link #parse(CharSequence)} would throw}
         *
         * @param text any text
         */
        public Optional<ObjectId> tryParse(CharSequence text) {
            return tryParse(text, 0, text.length());
        }

        /**
         * {@return the id of a part of a text; empty where the part is no text of this format}
         *
         * @param text the whole text
         * @param start index of the part's first character
         * @param end index after its last
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
         * {@return the id of a part of a text that a person may have typed, read as {@link UuidFormat#parseLenient} reads}
         *
         * @param text the whole text
         * @param start index of the part's first character
         * @param end index after its last
         * @throws InvalidIdException when the part is no text of this format even so; the position counts from the start of the whole
         *     text
         * @throws IndexOutOfBoundsException when the text has no such part
         */
        public ObjectId parseLenient(CharSequence text, int start, int end) {
            Objects.checkFromToIndex(start, end, text.length());
            String part = text.subSequence(start, end).toString();
            if (part.length() != length()) {
                throw fault(text, start, part);
            }
            UUID number;
            try {
                number = wide.parseLenient(zeros + part);
            } catch (InvalidIdException none) {
                throw fault(text, start, part, none.reason(), none.position().orElse(zeros.length()) - zeros.length());
            }
            return idOf(number)
                    .orElseThrow(() -> fault(text, start, wide.format(number).substring(zeros.length())));
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
                    return fault(text, start, part, otherCase ? InvalidIdReason.CASE : InvalidIdReason.CHARACTER, i);
                }
            }
            int above = 0;
            while (above < part.length() - 1 && part.charAt(above) == largest.charAt(above)) {
                above++;
            }
            return fault(text, start, part, InvalidIdReason.OVERFLOW, above);
        }

        private InvalidIdException fault(CharSequence text, int start, String part, InvalidIdReason reason, int at) {
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

    /**
     * Generator of {@link ObjectId}s, strictly ascending within one generator.
     *
     * <p>{@link ObjectId#next} serves nearly everyone: one generator shared by the whole process, on the system clock and a {@link
     * SecureRandom}. {@link #generator} makes one of its own clock and randomness.
     *
     * <h2>How it stays in order</h2>
     *
     * <p>The 40 random bits are drawn once, and so is the start of the counter. One {@code AtomicLong} holds the last id's {@code
     * seconds << 24 | counter}, and a compare-and-set moves it to the next one's; no lock is taken.
     *
     * <ul>
     *   <li><b>A later second</b> takes the clock's seconds and counts on, from {@code ffffff} to {@code 000000}.
     *   <li><b>The same second, or a clock that steps back,</b> adds one to the whole number: the last second is held, and counted
     *       on, until the clock has passed it again.
     *   <li><b>A counter that is full within its second</b> carries into the seconds, and so borrows the next one. That may happen
     *       to the first of ids, because the counter starts anywhere. The timestamp is then ahead of the clock; {@link #lead()} says
     *       by how much.
     * </ul>
     *
     * <p>The number only ever grows, so no id is made twice before 2106, whatever the clock does; and an id generated after another
     * one was returned, on whatever thread, starts from a number at least as great, and is greater.
     *
     * <p>Order is promised within one generator. Two generators tell themselves apart by their 40 random bits, which collide for one
     * pair in 2^40; a collision alone is none of ids, they need the same second and counter too. Nothing is kept over a restart,
     * which draws new random bits. A copy of a process that has generated before (a snapshot that is resumed twice) makes the same
     * ids as the original.
     *
     * <p>Ids are easily guessed: who knows one knows the next. An id is a name, and no secret.
     *
     * <p>Thread-safe; the clock is called by many threads at once.
     */
    public static final class Generator {

        private static final long RANDOM_MASK = (1L << 40) - 1;

        private final AtomicLong last;
        private final InstantSource clock;
        private final long random;

        private Generator(InstantSource clock, RandomGenerator source) {
            this.clock = clock;
            this.random = source.nextLong() & RANDOM_MASK;
            // One second before all others, so that the first id takes the clock's.
            this.last = new AtomicLong(-1L << ObjectId.COUNTER_BITS | (source.nextLong() & ObjectId.MAX_COUNTER));
        }

        /** {@return the generator that {@link ObjectId#next} uses: system clock, {@link SecureRandom}} */
        public static Generator shared() {
            return Shared.GENERATOR;
        }

        /**
         * {@return a generator of its own clock and randomness, in no order with any other}
         *
         * @param clock read at least once for each id, with the precision of a second; thread-safe
         * @param random drawn from twice, now and never again: must be a cryptographic one where generators of many processes should
         *     not meet
         */
        public static Generator generator(InstantSource clock, RandomGenerator random) {
            return new Generator(clock, random);
        }

        /**
         * {@return an id that is greater than every id that this generator returned before}
         *
         * @throws IllegalStateException when the clock, or the second to be borrowed, is before 1970 or after
         *     2106-02-07T06:28:15Z. The generator is unchanged and works again once the clock is valid.
         */
        public ObjectId generate() {
            while (true) {
                long before = last.get();
                long now = requireInRange(clock.instant().getEpochSecond());
                long next = now > secondsOf(before)
                        ? now << ObjectId.COUNTER_BITS | ((before + 1) & ObjectId.MAX_COUNTER)
                        : before + 1;
                long seconds = requireInRange(secondsOf(next));
                if (last.compareAndSet(before, next)) {
                    return ObjectId.of(seconds, random, next);
                }
            }
        }

        /**
         * {@return how far the timestamp of the latest id is ahead of the clock: zero in normal running and before the first id, more after
         * the clock was set back or a full counter borrowed} While it is not zero, {@link ObjectId#instant} of new ids is late by at
         * most this much.
         */
        public Duration lead() {
            Duration ahead = Duration.between(clock.instant(), Instant.ofEpochSecond(secondsOf(last.get())));
            return ahead.isNegative() ? Duration.ZERO : ahead;
        }

        private static long secondsOf(long number) {
            return number >> ObjectId.COUNTER_BITS;
        }

        private static long requireInRange(long seconds) {
            if (seconds < 0 || seconds > ObjectId.MAX_SECONDS) {
                throw new IllegalStateException(
                        "the clock of an ObjectId must be between 0 and %s s after 1970, and is %s"
                                .formatted(ObjectId.MAX_SECONDS, seconds));
            }
            return seconds;
        }

        /** Created at the first use, so that a program that only reads ids draws no randomness. */
        private static final class Shared {
            static final Generator GENERATOR = new Generator(InstantSource.system(), new SecureRandom());
        }
    }
}
