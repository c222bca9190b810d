package io.counterfoil.cli.id;

import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.snowflake.Snowflake;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * The context that an inspection needs and an ID does not contain.
 *
 * @param now the time as of which IDs are inspected
 * @param prefixes the interval of short prefix COMBs
 * @param epochs the possible epochs of snowflakes
 */
record Setting(Instant now, ShortPrefixComb prefixes, List<Epoch> epochs) {

    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Duration SKEW = Duration.ofDays(1);

    /** A possible epoch of snowflakes. */
    record Epoch(String name, Snowflake.Layout layout) {}

    static final List<Epoch> KNOWN_EPOCHS = List.of(
            new Epoch("Twitter's epoch", Snowflake.Layout.twitter()),
            new Epoch("Discord's epoch", new Snowflake.Layout(Instant.parse("2015-01-01T00:00:00Z"))),
            new Epoch("the Unix epoch", new Snowflake.Layout(Instant.EPOCH)));

    /** The days between which the epoch is, from which an ID that is so much later has a plausible time. */
    String possibleEpochs(Duration later) {
        return "%s to %s".formatted(dayOf(EARLIEST.minus(later)), dayOf(now.minus(later)));
    }

    private static LocalDate dayOf(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }

    /** Whether an ID may be from this time: since the year 2000, and at most a day in the future. */
    boolean isPlausible(Instant time) {
        return !time.isBefore(EARLIEST) && !time.isAfter(now.plus(SKEW));
    }
}
