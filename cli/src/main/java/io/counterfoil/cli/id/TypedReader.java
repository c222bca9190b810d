package io.counterfoil.cli.id;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.text.LongFormat;
import io.counterfoil.ids.text.UuidFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recognizes typed IDs with any valid prefix, over a UUID, a number or an ObjectId; no two formats of different values have one length.
 * {@link IdType} reads those of a known class.
 */
final class TypedReader {

    static final char SEPARATOR = '_';

    private static final Pattern PREFIX = Pattern.compile("[a-z](?:[a-z_]*[a-z])?");
    private static final Pattern UNPADDED = Pattern.compile("[1-9a-z][0-9a-z]*");

    private final Setting setting;
    private final UuidReader uuids;

    TypedReader(Setting setting, UuidReader uuids) {
        this.setting = setting;
        this.uuids = uuids;
    }

    void read(String text, Findings found) {
        int separator = text.lastIndexOf(SEPARATOR);
        if (separator < 0 || faultOfPrefix(text.substring(0, separator)).isPresent()) {
            return;
        }
        String prefix = text.substring(0, separator);
        String body = text.substring(separator + 1);
        List<Reading> readings = Stream.of(
                        uuids(text, prefix, body),
                        numbers(prefix, body),
                        objectIds(prefix, body),
                        unpadded(text, prefix, body))
                .flatMap(List::stream)
                .toList();
        readings.forEach(found::add);
        if (readings.isEmpty() && !body.isEmpty()) {
            found.refuse(
                    "typed-id",
                    "the part after the prefix is not a text form of a UUID, a number or an ObjectId, which has %s characters"
                            .formatted(lengths()));
        }
    }

    private static String lengths() {
        return Stream.of(
                        Arrays.stream(UuidFormat.values()).map(UuidFormat::length),
                        Arrays.stream(LongFormat.values()).map(LongFormat::length),
                        Arrays.stream(ObjectId.Format.values()).map(ObjectId.Format::length))
                .flatMap(each -> each)
                .distinct()
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
    }

    private List<Reading> uuids(String text, String prefix, String body) {
        List<Reading> readings = new ArrayList<>();
        for (UuidFormat format : UuidFormat.values()) {
            if (body.length() == format.length()) {
                List<String> faults = new ArrayList<>();
                UuidReader.parsed(body, format, faults)
                        .ifPresent(uuid -> readings.add(uuid(text, prefix, body, uuid, format, faults)));
            }
        }
        return readings;
    }

    private Reading uuid(String text, String prefix, String body, UUID uuid, UuidFormat format, List<String> faults) {
        Reading part = uuids.reading(body, uuid, format, faults);
        return typed(format == UuidFormat.BASE32 ? "typed ID (a TypeID)" : "typed ID", prefix, format.name(), part)
                .canonical(prefix + SEPARATOR + format.format(uuid), text)
                .build();
    }

    private List<Reading> numbers(String prefix, String body) {
        List<Reading> readings = new ArrayList<>();
        for (LongFormat format : LongFormat.values()) {
            OptionalLong number = format.tryParse(body);
            if (number.isPresent() && number.getAsLong() > 0) {
                String form = format.name().toLowerCase(Locale.ROOT);
                Reading part = new NumberReader(setting).reading(body, number.getAsLong(), form, true);
                readings.add(typed("typed ID (over a number)", prefix, format.name(), part)
                        .build());
            }
        }
        return readings;
    }

    private List<Reading> objectIds(String prefix, String body) {
        List<Reading> readings = new ArrayList<>();
        for (ObjectId.Format format : ObjectId.Format.values()) {
            format.tryParse(body).ifPresent(id -> {
                Reading part = ObjectIdReader.reading(id, body, setting).build();
                readings.add(typed("typed ID (over an ObjectId)", prefix, format.name(), part)
                        .build());
            });
        }
        return readings;
    }

    /** A UUID in base 36 without the zeros in front, where the time inside speaks for it. */
    private List<Reading> unpadded(String text, String prefix, String body) {
        int missing = UuidFormat.BASE36.length() - body.length();
        if (missing < 1 || !UNPADDED.matcher(body).matches()) {
            return List.of();
        }
        String padded = "0".repeat(missing) + body;
        Optional<UUID> uuid = UuidFormat.BASE36.tryParse(padded);
        if (uuid.isEmpty()) {
            return List.of();
        }
        List<String> faults =
                List.of("not padded: %s of the zeros in front missing, which a type reads as a declared alternative"
                        .formatted(missing));
        Reading reading = uuid(text, prefix, padded, uuid.get(), UuidFormat.BASE36, new ArrayList<>(faults));
        return reading.likely() ? List.of(reading) : List.of();
    }

    private static Reading.Builder typed(String name, String prefix, String format, Reading part) {
        return Reading.of("typed-id", name)
                .likely(part.likely())
                .fact("type", prefix)
                .fact("form", format.toLowerCase(Locale.ROOT))
                .faults(part.faults())
                .parts(List.of(part));
    }

    /** Why a prefix is invalid; empty if it is valid. */
    static Optional<String> faultOfPrefix(String prefix) {
        return prefix.length() <= IdType.MAX_PREFIX_LENGTH
                        && PREFIX.matcher(prefix).matches()
                ? Optional.empty()
                : Optional.of("must be 1 to %s characters of a-z and _, without an underscore at either end"
                        .formatted(IdType.MAX_PREFIX_LENGTH));
    }
}
