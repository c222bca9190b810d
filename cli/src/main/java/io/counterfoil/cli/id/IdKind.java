package io.counterfoil.cli.id;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.KeyField;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ids.generator.Comb;
import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.generator.UuidV4;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.text.UuidFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/** The kinds of id that {@code id new} makes. The name on the command line is the constant's, in small letters with hyphens. */
enum IdKind {
    UUID_V7("time and random bits, in ascending order", forms -> uuids(UuidV7::next, forms)),
    UUID_V4("random bits alone", forms -> uuids(UuidV4::next, forms)),
    COMB("as uuid-v7, with the marks of version 4", forms -> uuids(Comb::next, forms)),
    SHORT_PREFIX_COMB("version 4 with the minute in front; see --interval", forms -> uuids(forms.prefixed(), forms)),
    SHORT_SUFFIX_COMB("the same, in SQL Server's order of bytes", forms -> uuids(forms.suffixed(), forms)),
    ULID("uuid-v7 in the text form of a ULID", forms -> () -> UuidFormat.ULID.format(UuidV7.next())),
    TYPED("uuid-v7 behind a prefix; see --prefix", IdKind::typed),
    SNOWFLAKE("64 bits of time, machine and sequence; see --machine-id", IdForms::snowflakes),
    OBJECT_ID("12 bytes, as MongoDB has them", forms -> () -> ObjectId.next().toString()),
    REQUEST_ID("for an intention, the same over all its tries: a uuid-v7", forms -> uuids(UuidV7::next, forms)),
    IDEMPOTENCY_KEY(
            "a request ID as the header field's value, in quotes",
            forms -> () -> KeyField.format(new RequestId(UuidV7.next().toString()))),
    ATTEMPT_ID("for one try of a request: a uuid-v7", forms -> uuids(UuidV7::next, forms)),
    CORRELATION_ID(
            "for a unit of work: 96 random bits",
            forms -> () -> CorrelationId.fresh().value());

    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // each is a method without a state of its own
    private final Function<IdForms, Supplier<String>> generator;

    IdKind(String description, Function<IdForms, Supplier<String>> generator) {
        this.description = description;
        this.generator = generator;
    }

    /** The kind of this name; empty when there is none. */
    static Optional<IdKind> named(String name) {
        for (IdKind kind : values()) {
            if (kind.toString().equals(name)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    String description() {
        return description;
    }

    boolean isUuid() {
        return switch (this) {
            case UUID_V7, UUID_V4, COMB, SHORT_PREFIX_COMB, SHORT_SUFFIX_COMB, TYPED, REQUEST_ID, ATTEMPT_ID -> true;
            default -> false;
        };
    }

    boolean isShortComb() {
        return this == SHORT_PREFIX_COMB || this == SHORT_SUFFIX_COMB;
    }

    /** Texts of new ids in these forms. */
    Supplier<String> generator(IdForms forms) {
        return generator.apply(forms);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Supplier<String> uuids(Supplier<UUID> generator, IdForms forms) {
        UuidFormat format = forms.uuidFormat(UuidFormat.HEX);
        return () -> format.format(generator.get());
    }

    private static Supplier<String> typed(IdForms forms) {
        UuidFormat format = forms.uuidFormat(UuidFormat.BASE36);
        String prefix = forms.prefix() + TypedReader.SEPARATOR;
        return () -> prefix + format.format(UuidV7.next());
    }
}
