package io.counterfoil.ids.validation;

import io.counterfoil.ids.generator.SecureEntropy;
import io.counterfoil.ids.generator.ShortPrefixComb;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Objects;
import java.util.UUID;

/**
 * Takes {@link ShortPrefixComb}s whose prefix is one of those around an instant: of its own interval, of so many before it, and
 * of so many after it, both ends included.
 *
 * <p>Prefixes are a ring of 65,536, and so is the window: at a clock in interval 0, an id of interval 65535 is one
 * interval old. A prefix identifies its interval within the cycle but not the cycle, so that an id that is older by
 * whole cycles (45 days and a half, at intervals of a minute) passes: it lands where the index is warm, which is what
 * the rule is there for.
 *
 * <p>A prefix outside the window is {@link RejectionReason#TOO_OLD} or {@link RejectionReason#TOO_NEW} by the nearer end of the window; midway it
 * is too old. By default intervals of {@linkplain ShortPrefixComb#DEFAULT_INTERVAL a minute}, ten of them either way.
 *
 * <p>Works at every instant, the years before 1970 among them. Immutable and thread-safe.
 */
public final class ShortPrefixCombRule implements UuidRule {

    /** How many intervals an id may be early, and late, where nothing else is said. */
    public static final int DEFAULT_TOLERANCE = 10;

    /** The most intervals, earlier and later ones together: with one more, every prefix would be in the window. */
    public static final int MAX_TOLERANCE = ShortPrefixComb.CYCLE - 2;

    private static final Versions SHAPE = new Versions(4);

    private final ShortPrefixComb prefixes;
    private final long cycleMillis;
    private final int past;
    private final int future;
    private final InstantSource clock;

    private ShortPrefixCombRule(Builder from) {
        if (from.past + from.future > MAX_TOLERANCE) {
            throw new IllegalArgumentException(
                    "past and future must be at most %s intervals together, and are %s and %s: every prefix would be accepted"
                            .formatted(MAX_TOLERANCE, from.past, from.future));
        }
        this.prefixes = from.prefixes;
        this.cycleMillis = prefixes.interval().toMillis() * ShortPrefixComb.CYCLE;
        this.past = from.past;
        this.future = from.future;
        this.clock = from.clock;
    }

    @Override
    public UuidVerdict check(UUID id) {
        return check(id, clock.instant());
    }

    @Override
    public UuidVerdict check(UUID id, Instant now) {
        UuidVerdict.Rejected fault = SHAPE.fault(id);
        if (fault != null) {
            return fault;
        }
        int later = Math.floorMod(ShortPrefixComb.prefixOf(id) - prefixAt(now), ShortPrefixComb.CYCLE);
        int earlier = ShortPrefixComb.CYCLE - later;
        if (later <= future || earlier <= past) {
            return new UuidVerdict.Accepted(id);
        }
        return earlier - past <= later - future
                ? rejected(RejectionReason.TOO_OLD, id, now, earlier, "before", past)
                : rejected(RejectionReason.TOO_NEW, id, now, later, "after", future);
    }

    /** Prefixes repeat after so many milliseconds, hence after as many seconds too: no instant is too far off. */
    private int prefixAt(Instant now) {
        return prefixes.prefixAt(
                Instant.ofEpochSecond(Math.floorMod(now.getEpochSecond(), cycleMillis), now.getNano()));
    }

    private UuidVerdict.Rejected rejected(
            RejectionReason reason, UUID id, Instant now, int distance, String side, int allowed) {
        return new UuidVerdict.Rejected(
                reason,
                "prefix %s of %s is %s intervals of %s %s that of %s (%s), and may be %s"
                        .formatted(
                                hex(ShortPrefixComb.prefixOf(id)),
                                id,
                                distance,
                                prefixes.interval(),
                                side,
                                now,
                                hex(prefixAt(now)),
                                allowed));
    }

    private static String hex(int prefix) {
        return HexFormat.of().withUpperCase().toHexDigits((char) prefix);
    }

    @Override
    public String toString() {
        return "ShortPrefixCombRule[interval %s, past %s, future %s]".formatted(prefixes.interval(), past, future);
    }

    /** Not thread-safe; may be changed and used again after {@link #build()}. */
    public static final class Builder {

        private ShortPrefixComb prefixes = ShortPrefixComb.shared();
        private int past = DEFAULT_TOLERANCE;
        private int future = DEFAULT_TOLERANCE;
        private InstantSource clock = InstantSource.system();

        Builder() {}

        /**
         * How long a prefix lasts: what the clients' generators have.
         *
         * @param interval whole milliseconds, from one to 366 days; a minute by default
         * @return this builder
         * @throws IllegalArgumentException when it is not whole milliseconds, from one to 366 days
         */
        public Builder interval(Duration interval) {
            prefixes = ShortPrefixComb.generator(interval, InstantSource.system(), SecureEntropy.shared());
            return this;
        }

        /**
         * How many intervals before the present one are accepted too.
         *
         * @param intervals 0 to {@value #MAX_TOLERANCE}; {@value #DEFAULT_TOLERANCE} by default
         * @return this builder
         * @throws IllegalArgumentException when it is negative, or more than {@value #MAX_TOLERANCE}
         */
        public Builder past(int intervals) {
            past = checked("past", intervals);
            return this;
        }

        /**
         * How many intervals after the present one are accepted too.
         *
         * @param intervals 0 to {@value #MAX_TOLERANCE}; {@value #DEFAULT_TOLERANCE} by default
         * @return this builder
         * @throws IllegalArgumentException when it is negative, or more than {@value #MAX_TOLERANCE}
         */
        public Builder future(int intervals) {
            future = checked("future", intervals);
            return this;
        }

        /**
         * The clock of {@link #check(UUID)}, the system's by default.
         *
         * @param clock read once for each check
         * @return this builder
         */
        public Builder clock(InstantSource clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /**
         * {@return the rule}
         *
         * @throws IllegalArgumentException when past and future are more than {@value #MAX_TOLERANCE} together
         */
        public ShortPrefixCombRule build() {
            return new ShortPrefixCombRule(this);
        }

        private static int checked(String side, int intervals) {
            if (intervals < 0 || intervals > MAX_TOLERANCE) {
                throw new IllegalArgumentException(
                        "%s must be 0 to %s intervals, and is %s".formatted(side, MAX_TOLERANCE, intervals));
            }
            return intervals;
        }
    }
}
