package io.counterfoil.cli.id;

import io.counterfoil.ids.generator.Comb;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.generator.SqlServerUuid;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.validation.ShortPrefixCombRule;
import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.ids.validation.UuidVerdict;
import io.counterfoil.story.text.Spans;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;

/** Recognizes COMBs and the SQL Server byte orders of UUIDs. */
final class CombReader {

    private static final int RANDOM = 4;
    private static final int UNIX_TIME = 7;
    private static final int RFC_9562 = 2;

    private final Setting setting;
    private final ShortPrefixCombRule rule;

    CombReader(Setting setting) {
        this.setting = setting;
        this.rule = UuidRule.shortPrefixComb()
                .interval(setting.prefixes().interval())
                .build();
    }

    void read(UUID uuid, Findings found) {
        if (uuid.variant() != RFC_9562) {
            return;
        }
        UUID prefixForm = SqlServerUuid.toPrefix(uuid);
        if (uuid.version() == RANDOM) {
            comb(uuid, "comb", "COMB", uuid, found);
            comb(prefixForm, "comb-suffix", "COMB, in SQL Server's form", uuid, found);
            shortPrefix(uuid, "short-prefix-comb", "short prefix COMB", true, uuid, found);
            shortPrefix(prefixForm, "short-suffix-comb", "short suffix COMB, SQL Server's form", false, uuid, found);
        } else if (uuid.version() == UNIX_TIME
                && !setting.isPlausible(UuidV7.instantOf(uuid))
                && setting.isPlausible(UuidV7.instantOf(prefixForm))) {
            found.add(Reading.of("uuid-suffix", "UUID, version 7, in SQL Server's form")
                    .likely(true)
                    .fact("prefix form", prefixForm)
                    .time(UuidV7.instantOf(prefixForm), Duration.ofMillis(1), "")
                    .build());
        }
    }

    /** Of 300 random UUIDs, one has a plausible time in its first 48 bits. */
    private void comb(UUID comb, String kind, String name, UUID read, Findings found) {
        Instant time = Comb.instantOf(comb);
        if (setting.isPlausible(time)) {
            Reading.Builder reading =
                    Reading.of(kind, name).likely(true).time(time, Duration.ofMillis(1), "if it is a COMB");
            found.add(withPrefixForm(reading, comb, read).build());
        }
    }

    private void shortPrefix(UUID comb, String kind, String name, boolean addUnlikely, UUID read, Findings found) {
        UuidVerdict verdict = rule.check(comb, setting.now());
        if (!verdict.isAccepted() && !addUnlikely) {
            return;
        }
        Duration interval = setting.prefixes().interval();
        Reading.Builder reading = Reading.of(kind, name)
                .likely(verdict.isAccepted())
                .fact("prefix", HexFormat.of().toHexDigits((char) ShortPrefixComb.prefixOf(comb)))
                .fact("interval", interval)
                .time(
                        latest(comb),
                        interval,
                        "if it is one; or any number of cycles of %s earlier"
                                .formatted(Spans.of(interval.multipliedBy(ShortPrefixComb.CYCLE))))
                .fact(
                        "creation",
                        verdict instanceof UuidVerdict.Rejected rejected
                                ? "rejected: " + rejected.message()
                                : "accepted as of " + setting.now());
        found.add(withPrefixForm(reading, comb, read).build());
    }

    private static Reading.Builder withPrefixForm(Reading.Builder reading, UUID comb, UUID read) {
        return comb.equals(read) ? reading : reading.fact("prefix form", comb);
    }

    /** The start of the latest interval with this prefix that is not later than creation accepts. */
    private Instant latest(UUID comb) {
        long interval = setting.prefixes().interval().toMillis();
        long latest = Math.floorDiv(setting.now().toEpochMilli(), interval) + ShortPrefixCombRule.DEFAULT_TOLERANCE;
        int back = Math.floorMod(
                setting.prefixes().prefixAt(Instant.ofEpochMilli(latest * interval)) - ShortPrefixComb.prefixOf(comb),
                ShortPrefixComb.CYCLE);
        return Instant.ofEpochMilli((latest - back) * interval);
    }
}
