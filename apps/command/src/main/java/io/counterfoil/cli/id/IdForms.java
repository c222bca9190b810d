package io.counterfoil.cli.id;

import io.counterfoil.ids.generator.SecureEntropy;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.snowflake.Snowflake;
import io.counterfoil.ids.text.LongFormat;
import io.counterfoil.ids.text.UuidFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The options of {@code id new}. A contradiction is an {@link IllegalArgumentException} with the values in its message.
 */
record IdForms(
        IdKind kind,
        Optional<String> format,
        Optional<String> typedPrefix,
        Optional<Duration> interval,
        Optional<Integer> machineId,
        Optional<Instant> epoch) {

    private static final String DECIMAL = "decimal";

    IdForms {
        boolean snowflake = kind == IdKind.SNOWFLAKE;
        requireUse(kind == IdKind.TYPED, kind, "--prefix", typedPrefix, "typed");
        requireUse(kind.isShortComb(), kind, "--interval", interval, "short-prefix-comb and short-suffix-comb");
        requireUse(snowflake, kind, "--machine-id", machineId, "snowflake");
        requireUse(snowflake, kind, "--epoch", epoch, "snowflake");
        requireUse(kind.isUuid() || snowflake, kind, "--format", format, "UUIDs, typed and snowflake");
    }

    private static void requireUse(boolean used, IdKind kind, String option, Optional<?> value, String kinds) {
        if (value.isPresent() && !used) {
            throw new IllegalArgumentException("%s applies to %s, not to %s".formatted(option, kinds, kind));
        }
    }

    /** The requested text form, or the default. */
    UuidFormat uuidFormat(UuidFormat defaultFormat) {
        return format.map(name -> of(UuidFormat.values(), name, Stream.empty())).orElse(defaultFormat);
    }

    /** The validated prefix of typed IDs. */
    String prefix() {
        String prefix = typedPrefix.orElseThrow(
                () -> new IllegalArgumentException("typed requires --prefix, such as --prefix acct"));
        TypedReader.faultOfPrefix(prefix).ifPresent(fault -> {
            throw new IllegalArgumentException("--prefix " + fault);
        });
        return prefix;
    }

    Supplier<UUID> prefixed() {
        return combs()::generate;
    }

    Supplier<UUID> suffixed() {
        return combs().suffixed()::generate;
    }

    Supplier<String> snowflakes() {
        Snowflake.Builder builder = Snowflake.builder()
                .machineId(machineId.orElseThrow(() -> new IllegalArgumentException(
                        "snowflake requires --machine-id, 0 to 1023, not used by any other generator")));
        epoch.ifPresent(builder::epoch);
        Snowflake ids = builder.build();
        if (format.orElse(DECIMAL).equals(DECIMAL)) {
            return () -> Long.toString(ids.generate());
        }
        LongFormat form = of(LongFormat.values(), format.get(), Stream.of(DECIMAL));
        return () -> form.format(ids.generate());
    }

    private ShortPrefixComb combs() {
        return combs(interval);
    }

    /** The generator of short prefix COMBs for an interval; without an interval, the shared generator. */
    static ShortPrefixComb combs(Optional<Duration> interval) {
        return interval.map(each -> ShortPrefixComb.generator(each, InstantSource.system(), SecureEntropy.shared()))
                .orElse(ShortPrefixComb.shared());
    }

    private <E extends Enum<E>> E of(E[] formats, String name, Stream<String> others) {
        return Arrays.stream(formats)
                .filter(one -> nameOf(one).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--format for %s must be one of %s, not '%s'"
                        .formatted(
                                kind,
                                Stream.concat(others, Arrays.stream(formats).map(IdForms::nameOf))
                                        .collect(Collectors.joining(", ")),
                                name)));
    }

    private static String nameOf(Enum<?> format) {
        return format.name().toLowerCase(Locale.ROOT);
    }
}
