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
        found.add(reading(ObjectId.parse(text.toLowerCase(Locale.ROOT)), text, setting)
                .build());
    }

    /** The id of a text in any case. */
    static Optional<ObjectId> parsed(String text, ObjectId.Format format) {
        try {
            return Optional.of(format.parseLenient(text, 0, text.length()));
        } catch (InvalidIdException none) {
            return Optional.empty();
        }
    }

    /** What an ID reveals, in any text form. */
    static Reading.Builder reading(ObjectId id, String text, Setting setting) {
        byte[] bytes = id.toByteArray();
        return Reading.of("object-id", "ObjectId")
                .likely(setting.isPlausible(id.instant()))
                .canonical(id.toString(), text)
                .time(id.instant(), Duration.ofSeconds(1), "")
                .fact("process", HexFormat.of().formatHex(bytes, 4, 9))
                .fact("counter", Integer.parseInt(HexFormat.of().formatHex(bytes, 9, 12), 16));
    }
}
