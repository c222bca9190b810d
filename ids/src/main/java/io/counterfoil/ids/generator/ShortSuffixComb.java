package io.counterfoil.ids.generator;

import java.util.UUID;

/**
 * Generator of short suffix COMBs: {@link ShortPrefixComb}s in the form that SQL Server orders by time, see {@link SqlServerUuid}.
 *
 * <p>For those whose ids are in the suffix form everywhere. Who has other databases too, or clients that make ids, keeps the prefix
 * form outside and converts at the column. Thread-safe.
 */
public final class ShortSuffixComb implements UuidGenerator {

    private static final ShortSuffixComb SHARED = new ShortSuffixComb(ShortPrefixComb.shared());

    private final ShortPrefixComb prefixed;

    private ShortSuffixComb(ShortPrefixComb prefixed) {
        this.prefixed = prefixed;
    }

    /** A new id of the generator that the process shares. */
    public static UUID next() {
        return SHARED.generate();
    }

    /** The generator that {@link #next()} uses: {@link ShortPrefixComb#shared()}. */
    public static ShortSuffixComb shared() {
        return SHARED;
    }

    /** A generator of the suffix forms of another's ids. */
    public static ShortSuffixComb generator(ShortPrefixComb prefixed) {
        return new ShortSuffixComb(prefixed);
    }

    @Override
    public UUID generate() {
        return SqlServerUuid.toSuffix(prefixed.generate());
    }
}
