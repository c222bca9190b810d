package io.counterfoil.cli.id;

import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What an inspector has to know that no id tells.
 *
 * @param now as of when ids are looked at
 * @param prefixes the interval of short prefix COMBs
 * @param epochs from when snowflakes may count
 */
record Setting(Instant now, ShortPrefixComb prefixes, List<Epoch> epochs) {

    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Duration SKEW = Duration.ofDays(1);

    /** From when a snowflake may count. */
    record Epoch(String name, SnowflakeLayout layout) {}

    static final List<Epoch> KNOWN_EPOCHS = List.of(
            new Epoch("Twitter's epoch", SnowflakeLayout.twitter()),
            new Epoch("Discord's epoch", new SnowflakeLayout(Instant.parse("2015-01-01T00:00:00Z"))));

    /** Whether an id may well be of this time: of this century, and no more than a day ahead. */
    boolean isPlausible(Instant time) {
        return !time.isBefore(EARLIEST) && !time.isAfter(now.plus(SKEW));
    }
}
