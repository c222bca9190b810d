package io.counterfoil.cli.id;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.text.UuidFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads typed ids of any prefix. {@link IdType} reads those of a known class; here there is none, so that any prefix that one could
 * have is taken.
 */
final class TypedReader {

    static final char SEPARATOR = '_';

    private static final Pattern PREFIX = Pattern.compile("[a-z](?:[a-z_]*[a-z])?");

    private final UuidReader uuids;

    TypedReader(UuidReader uuids) {
        this.uuids = uuids;
    }

    void read(String text, Findings found) {
        int separator = text.lastIndexOf(SEPARATOR);
        if (separator < 0 || faultOfPrefix(text.substring(0, separator)).isPresent()) {
            return;
        }
        String body = text.substring(separator + 1);
        boolean fits = false;
        for (UuidFormat format : UuidFormat.values()) {
            if (body.length() == format.length()) {
                fits |= read(text, text.substring(0, separator), body, format, found);
            }
        }
        if (!fits && !body.isEmpty()) {
            found.refuse(
                    "typed-id",
                    "what follows the prefix is none of the text forms of a UUID, which have %s characters"
                            .formatted(Arrays.stream(UuidFormat.values())
                                    .map(UuidFormat::length)
                                    .distinct()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(", "))));
        }
    }

    private boolean read(String text, String prefix, String body, UuidFormat format, Findings found) {
        List<String> faults = new ArrayList<>();
        Optional<UUID> uuid = UuidReader.parsed(body, format, faults);
        uuid.ifPresent(value -> {
            Reading part = uuids.reading(body, value, format, faults);
            found.add(Reading.of("typed-id", format == UuidFormat.BASE32 ? "typed id (a TypeID)" : "typed id")
                    .likely(part.likely())
                    .canonical(prefix + SEPARATOR + format.format(value), text)
                    .fact("type", prefix)
                    .fact("form", format.name().toLowerCase(Locale.ROOT))
                    .faults(part.faults())
                    .parts(List.of(part))
                    .build());
        });
        return uuid.isPresent();
    }

    /** Why no type can have this prefix; empty when one can. */
    static Optional<String> faultOfPrefix(String prefix) {
        return prefix.length() <= IdType.MAX_PREFIX_LENGTH
                        && PREFIX.matcher(prefix).matches()
                ? Optional.empty()
                : Optional.of("must be 1 to %d characters of a-z and _, with no underscore first or last"
                        .formatted(IdType.MAX_PREFIX_LENGTH));
    }
}
