package io.counterfoil.cli.id;

import io.counterfoil.cli.id.Setting.Epoch;
import io.counterfoil.ids.snowflake.Snowflake;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.LongFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Recognizes snowflakes: 64-bit numbers in decimal or a {@link LongFormat}. */
final class NumberReader {

    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+");

    /** Smaller numbers are more likely of another kind, because they would be from the first minutes of an epoch. */
    private static final long LEAST_LIKELY = 1L << 40;

    private final Setting setting;

    NumberReader(Setting setting) {
        this.setting = setting;
    }

    void read(String text, Findings found) {
        boolean decimal = DECIMAL.matcher(text).matches();
        if (decimal) {
            decimal(text, found);
        }
        for (LongFormat format : LongFormat.values()) {
            OptionalLong id = parsed(text, format);
            if (id.isPresent()) {
                add(text, id.getAsLong(), format.name().toLowerCase(Locale.ROOT), !decimal, found);
            }
        }
    }

    /** The number of a text in any case. */
    static OptionalLong parsed(String text, LongFormat format) {
        try {
            return OptionalLong.of(format.parseLenient(text));
        } catch (InvalidIdException none) {
            return OptionalLong.empty();
        }
    }

    private void decimal(String text, Findings found) {
        long id;
        try {
            id = Long.parseLong(text);
        } catch (NumberFormatException e) {
            found.refuse("snowflake", "the number has more than 63 bits");
            return;
        }
        if (!Long.toString(id).equals(text)) {
            found.refuse("snowflake", "the number has leading zeros");
        } else if (id <= 0) {
            found.refuse("snowflake", "a snowflake is positive");
        } else {
            add(text, id, "decimal", true, found);
        }
    }

    private void add(String text, long id, String form, boolean mayBeLikely, Findings found) {
        if (id > 0) {
            found.add(reading(text, id, form, mayBeLikely));
        }
    }

    /** What a positive number is as a Snowflake. */
    Reading reading(String text, long id, String form, boolean mayBeLikely) {
        Reading.Builder reading = Reading.of("snowflake", "Snowflake").fact("form", form);
        if (!Long.toString(id).equals(text)) {
            reading.fact("number", id);
        }
        List<Epoch> plausible = setting.epochs().stream()
                .filter(epoch -> setting.isPlausible(epoch.layout().instantOf(id)) && id > LEAST_LIKELY)
                .toList();
        for (Epoch epoch : plausible.isEmpty() ? setting.epochs() : plausible) {
            reading.time(epoch.layout().instantOf(id), Duration.ofMillis(1), "counted from " + epoch.name());
        }
        if (setting.epochs().size() > 1) {
            Instant sinceUnix = new Snowflake.Layout(Instant.EPOCH).instantOf(id);
            reading.fact(
                    "epochs",
                    setting.possibleEpochs(Duration.between(Instant.EPOCH, sinceUnix)),
                    "of which it may be; --epoch names one");
        }
        return reading.likely(mayBeLikely && !plausible.isEmpty())
                .fact("machine", Snowflake.Layout.machineIdOf(id))
                .fact("sequence", Snowflake.Layout.sequenceOf(id))
                .build();
    }
}
