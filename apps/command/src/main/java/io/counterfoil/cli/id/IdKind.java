package io.counterfoil.cli.id;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.request.KeyField;
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

/**
 * The kinds of ID that {@code id new} generates. On the command line: the constant's name in lower case with hyphens.
 */
enum IdKind {
    UUID_V7("UUID of time and random bits, in ascending order", forms -> uuids(UuidV7::next, forms)),
    UUID_V4("UUID of random bits", forms -> uuids(UuidV4::next, forms)),
    COMB("like uuid-v7, marked as version 4", forms -> uuids(Comb::next, forms)),
    SHORT_PREFIX_COMB("version 4, beginning with the minute; see --interval", forms -> uuids(forms.prefixed(), forms)),
    SHORT_SUFFIX_COMB("the same in SQL Server's byte order", forms -> uuids(forms.suffixed(), forms)),
    ULID("uuid-v7 in the text form of a ULID", forms -> () -> UuidFormat.ULID.format(UuidV7.next())),
    TYPED("prefix and uuid-v7; see --prefix", IdKind::typed),
    SNOWFLAKE("64 bits of time, machine and sequence; see --machine-id", IdForms::snowflakes),
    OBJECT_ID("12 bytes, as in MongoDB", forms -> () -> ObjectId.next().toString()),
    REQUEST_ID("of a request, the same for all its attempts: a uuid-v7", forms -> uuids(UuidV7::next, forms)),
    IDEMPOTENCY_KEY(
            "a request ID as a header value, in quotes",
            forms -> () -> KeyField.format(new RequestId(UuidV7.next().toString()))),
    ATTEMPT_ID("of one attempt at a request: a uuid-v7", forms -> uuids(UuidV7::next, forms)),
    CORRELATION_ID(
            "of a unit of work: 96 random bits",
            forms -> () -> CorrelationId.fresh().value());

    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // the functions are stateless
    private final Function<IdForms, Supplier<String>> generator;

    IdKind(String description, Function<IdForms, Supplier<String>> generator) {
        this.description = description;
        this.generator = generator;
    }

    /** The kind with this name, if there is one. */
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

    /** A generator of IDs as text. */
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
