package io.counterfoil.cli.id;

import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.UuidFormat;
import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.ids.validation.UuidVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Recognizes UUIDs in all text forms, and ULIDs. */
final class UuidReader {

    private static final String URN = "urn:uuid:";
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final UUID MAX = new UUID(-1, -1);
    private static final UUID NIL = new UUID(0, 0);
    private static final int RFC_9562 = 2;

    private final Setting setting;
    private final CombReader combs;

    UuidReader(Setting setting) {
        this.setting = setting;
        this.combs = new CombReader(setting);
    }

    void read(String text, Findings found) {
        List<String> wrapping = new ArrayList<>();
        String bare = unwrapped(text, wrapping);
        List<UuidFormat> formats = formats(bare, wrapping);
        boolean strict = wrapping.isEmpty() && formats.stream().anyMatch(format -> isStrict(bare, format));
        for (UuidFormat format : formats) {
            if (!strict || isStrict(bare, format)) {
                read(text, bare, format, wrapping, found);
            }
        }
    }

    private static boolean isStrict(String text, UuidFormat format) {
        return format.tryParse(text).isPresent();
    }

    /** The formats with the length of the text; for a wrapped text, only hex. */
    private static List<UuidFormat> formats(String bare, List<String> wrapping) {
        return Arrays.stream(UuidFormat.values())
                .filter(format -> bare.length() == format.length())
                .filter(format -> wrapping.isEmpty() || format == UuidFormat.HEX)
                .toList();
    }

    private void read(String text, String bare, UuidFormat format, List<String> wrapping, Findings found) {
        List<String> faults = new ArrayList<>(wrapping);
        Optional<UUID> uuid = parsed(text, text.indexOf(bare), format, faults);
        if (uuid.isEmpty()) {
            // Only this form is specific enough to report a near miss.
            if (format == UuidFormat.HEX && bare.chars().filter(c -> c == '-').count() == 4) {
                found.refuse("uuid", faults.get(faults.size() - 1));
            }
            return;
        }
        Reading reading = reading(text, uuid.get(), format, faults);
        if (format == UuidFormat.ULID) {
            found.add(ulid(text, uuid.get(), faults));
        } else if (format == UuidFormat.BASE32 && !reading.likely() && isStrict(bare, format)) {
            found.add(ulid(text, uuid.get(), faults));
        }
        found.add(reading);
        if (reading.likely()) {
            combs.read(uuid.get(), found);
        }
    }

    /** Removes the URN prefix and braces; each is a fault. */
    private static String unwrapped(String text, List<String> faults) {
        String bare = text;
        if (bare.regionMatches(true, 0, URN, 0, URN.length())) {
            faults.add("the canonical text is without " + URN);
            bare = bare.substring(URN.length());
        }
        if (bare.startsWith("{") && bare.endsWith("}")) {
            faults.add("the canonical text is without braces");
            bare = bare.substring(1, bare.length() - 1);
        }
        return bare;
    }

    /** Parses in any case, as typed ids are read; the parser's message is a fault. */
    static Optional<UUID> parsed(String text, int start, UuidFormat format, List<String> faults) {
        try {
            return Optional.of(format.parseLenient(text, start, start + format.length()));
        } catch (InvalidIdException none) {
            faults.add(String.valueOf(none.getMessage()));
            return Optional.empty();
        }
    }

    /** The interpretation of a text as a UUID in this form. */
    Reading reading(String text, UUID uuid, UuidFormat format, List<String> faults) {
        Reading.Builder reading = Reading.of("uuid", name(uuid)).faults(faults).canonical(format.format(uuid), text);
        if (format != UuidFormat.HEX) {
            reading.fact("uuid", uuid);
        }
        reading.fact("form", format.name().toLowerCase(Locale.ROOT));
        Optional<Instant> time = Optional.empty();
        boolean standard = true;
        if (uuid.equals(NIL)) {
            reading.fault("the nil UUID identifies nothing");
        } else if (uuid.equals(MAX)) {
            reading.fault("the max UUID identifies nothing");
        } else {
            UuidVerdict verdict = UuidRule.anyVersion().check(uuid);
            if (verdict instanceof UuidVerdict.Rejected rejected) {
                standard = false;
                reading.fault(rejected.message());
            }
            reading.fact("version", uuid.version(), meaning(uuid.version()));
            reading.fact("variant", uuid.variant(), variant(uuid.variant()));
            time = standard ? inside(uuid, reading) : Optional.empty();
        }
        boolean marked = standard
                && (format == UuidFormat.BASE16
                        || uuid.version() == 4
                        || time.filter(setting::isPlausible).isPresent());
        return reading.likely(format == UuidFormat.HEX || marked).build();
    }

    /** Adds the fields of the UUID and returns its time, if it has one. */
    private static Optional<Instant> inside(UUID uuid, Reading.Builder reading) {
        return switch (uuid.version()) {
            case 1, 6 -> {
                Instant time = Gregorian.instantOf(uuid);
                reading.time(time, Gregorian.TICK, "");
                reading.fact("clock sequence", Gregorian.clockSequence(uuid));
                reading.fact("node", Gregorian.node(uuid), Gregorian.isRandomNode(uuid) ? "random" : "MAC address");
                yield Optional.of(time);
            }
            case 7 -> {
                Instant time = UuidV7.instantOf(uuid);
                reading.time(time, MILLI, "");
                yield Optional.of(time);
            }
            default -> Optional.empty();
        };
    }

    /** Any 128 bits are a ULID; the reading is likely if its time is plausible. */
    private Reading ulid(String text, UUID uuid, List<String> faults) {
        Instant time = Instant.ofEpochMilli(uuid.getMostSignificantBits() >>> 16);
        return Reading.of("ulid", "ULID")
                .likely(setting.isPlausible(time))
                .faults(faults)
                .canonical(UuidFormat.ULID.format(uuid), text)
                .time(time, MILLI, "")
                .fact("uuid", uuid)
                .build();
    }

    private static String name(UUID uuid) {
        if (uuid.equals(NIL)) {
            return "nil UUID";
        }
        if (uuid.equals(MAX)) {
            return "max UUID";
        }
        return uuid.variant() == RFC_9562 ? "UUID, version " + uuid.version() : "UUID of another variant";
    }

    private static String meaning(int version) {
        return switch (version) {
            case 1 -> "Gregorian time and node";
            case 2 -> "DCE security";
            case 3 -> "MD5 of a name";
            case 4 -> "random";
            case 5 -> "SHA-1 of a name";
            case 6 -> "Gregorian time and node, in ascending order";
            case 7 -> "Unix time and random";
            case 8 -> "custom";
            default -> "not defined by RFC 9562";
        };
    }

    private static String variant(int variant) {
        return switch (variant) {
            case 0 -> "NCS";
            case RFC_9562 -> "RFC 9562";
            case 6 -> "Microsoft";
            default -> "reserved";
        };
    }
}
