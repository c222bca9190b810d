package io.counterfoil.cli.id;

import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.text.InvalidIdException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Recognizes ObjectIds. */
final class ObjectIdReader {

    private static final Pattern ANY_CASE = Pattern.compile("[0-9a-fA-F]{24}");

    private ObjectIdReader() {}

    static void read(String text, Setting setting, Findings found) {
        if (!ANY_CASE.matcher(text).matches()) {
            return;
        }
        Optional<String> fault = fault(text);
        Reading.Builder reading = reading(ObjectId.parse(text.toLowerCase(Locale.ROOT)), text, setting);
        fault.ifPresent(reading::fault);
        found.add(reading.build());
    }

    /** What an id tells, whatever its text. */
    static Reading.Builder reading(ObjectId id, String text, Setting setting) {
        byte[] bytes = id.toByteArray();
        return Reading.of("object-id", "ObjectId")
                .likely(setting.isPlausible(id.instant()))
                .canonical(id.toString(), text)
                .time(id.instant(), Duration.ofSeconds(1), "")
                .fact("process", HexFormat.of().formatHex(bytes, 4, 9))
                .fact("counter", Integer.parseInt(HexFormat.of().formatHex(bytes, 9, 12), 16));
    }

    private static Optional<String> fault(String text) {
        try {
            ObjectId.parse(text);
            return Optional.empty();
        } catch (InvalidIdException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
