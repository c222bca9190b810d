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

    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9_]*[A-Za-z0-9])?");
    private static final Pattern UNPADDED = Pattern.compile("[1-9A-Za-z][0-9A-Za-z]*");

    private final Setting setting;
    private final UuidReader uuids;

    TypedReader(Setting setting, UuidReader uuids) {
        this.setting = setting;
        this.uuids = uuids;
    }

    /** A text in two parts. */
    private record Parts(String text, String prefix, String body) {

        /** With the body as it is written; its prefix is in capitals by the same hand as the body. */
        String canonical(String written) {
            boolean shouted = !written.endsWith(body)
                    && written.endsWith(body.toLowerCase(Locale.ROOT))
                    && prefix.equals(prefix.toUpperCase(Locale.ROOT));
            return (shouted ? prefix.toLowerCase(Locale.ROOT) : prefix) + SEPARATOR + written;
        }
    }

    void read(String text, Findings found) {
        int separator = text.lastIndexOf(SEPARATOR);
        if (separator < 0 || faultOfPrefix(text.substring(0, separator)).isPresent()) {
            return;
        }
        Parts parts = new Parts(text, text.substring(0, separator), text.substring(separator + 1));
        List<String> faults = new ArrayList<>();
        List<Reading> readings = Stream.of(uuids(parts, faults), numbers(parts), objectIds(parts), unpadded(parts))
                .flatMap(List::stream)
                .toList();
        readings.forEach(found::add);
        if (readings.isEmpty() && !parts.body().isEmpty()) {
            found.refuse(
                    "typed-id",
                    faults.isEmpty()
                            ? "the part after the prefix is not a text form of a UUID, a number or an ObjectId, which has %s characters"
                                    .formatted(lengths())
                            : String.join("; ", faults));
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

    private List<Reading> uuids(Parts parts, List<String> faults) {
        List<Reading> readings = new ArrayList<>();
        for (UuidFormat format : UuidFormat.values()) {
            if (parts.body().length() == format.length()) {
                UuidReader.parsed(
                                parts.text(),
                                parts.text().length() - parts.body().length(),
                                format,
                                faults)
                        .ifPresent(uuid -> readings.add(uuid(parts, uuid, format, List.of())));
            }
        }
        return readings;
    }

    private Reading uuid(Parts parts, UUID uuid, UuidFormat format, List<String> faults) {
        Reading part = uuids.reading(parts.body(), uuid, format, faults);
        return typed(format == UuidFormat.BASE32 ? "typed ID (a TypeID)" : "typed ID", parts, format.name(), part)
                .canonical(parts.canonical(format.format(uuid)), parts.text())
                .build();
    }

    private List<Reading> numbers(Parts parts) {
        List<Reading> readings = new ArrayList<>();
        for (LongFormat format : LongFormat.values()) {
            OptionalLong number = NumberReader.parsed(parts.body(), format);
            if (number.isPresent() && number.getAsLong() > 0) {
                String form = format.name().toLowerCase(Locale.ROOT);
                Reading part = new NumberReader(setting).reading(parts.body(), number.getAsLong(), form, true);
                readings.add(typed("typed ID (over a number)", parts, format.name(), part)
                        .canonical(parts.canonical(format.format(number.getAsLong())), parts.text())
                        .build());
            }
        }
        return readings;
    }

    private List<Reading> objectIds(Parts parts) {
        List<Reading> readings = new ArrayList<>();
        for (ObjectId.Format format : ObjectId.Format.values()) {
            ObjectIdReader.parsed(parts.body(), format).ifPresent(id -> {
                Reading part = ObjectIdReader.reading(id, parts.body(), setting).build();
                readings.add(typed("typed ID (over an ObjectId)", parts, format.name(), part)
                        .canonical(parts.canonical(format.format(id)), parts.text())
                        .build());
            });
        }
        return readings;
    }

    /** A UUID in base 36 without the zeros in front, where the time inside speaks for it. */
    private List<Reading> unpadded(Parts parts) {
        int missing = UuidFormat.BASE36.length() - parts.body().length();
        if (missing < 1 || !UNPADDED.matcher(parts.body()).matches()) {
            return List.of();
        }
        UUID uuid = UuidFormat.BASE36.parseLenient("0".repeat(missing) + parts.body());
        Reading reading = uuid(
                parts,
                uuid,
                UuidFormat.BASE36,
                List.of("not padded: %s of the zeros in front missing, which a type reads as a declared alternative"
                        .formatted(missing)));
        return reading.likely() ? List.of(reading) : List.of();
    }

    private static Reading.Builder typed(String name, Parts parts, String format, Reading part) {
        return Reading.of("typed-id", name)
                .likely(part.likely())
                .fact("type", parts.prefix())
                .fact("form", format.toLowerCase(Locale.ROOT))
                .faults(part.faults())
                .parts(List.of(part));
    }

    /** Why a prefix is invalid; empty if it is valid. */
    static Optional<String> faultOfPrefix(String prefix) {
        return prefix.length() <= IdType.MAX_PREFIX_LENGTH
                        && PREFIX.matcher(prefix).matches()
                ? Optional.empty()
                : Optional.of("must be 1 to %s characters of a-z, A-Z, 0-9 and _, without an underscore at either end"
                        .formatted(IdType.MAX_PREFIX_LENGTH));
    }
}
