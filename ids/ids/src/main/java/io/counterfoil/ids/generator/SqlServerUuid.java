package io.counterfoil.ids.generator;

import java.util.UUID;

/**
 * The two forms of a UUID that carries its time in front: with the time as its prefix, as every other database orders it, and
 * with the time as its suffix, as SQL Server does.
 *
 * <p>SQL Server compares two {@code uniqueidentifier}s from the back: first the last group of the text (bytes 10 to 15, left to
 * right), then bytes 8 and 9, and only then what stands before (Microsoft, <i>How are GUIDs compared in SQL Server 2005?</i>; .NET,
 * {@code SqlGuid.CompareTo}). A COMB in prefix form is therefore stored in random order there.
 * The conversion swaps the first 48 bits with the last 48. It is its own inverse, loses nothing, and leaves version and variant where
 * they are, so both forms are valid UUIDs of one version.
 *
 * <p>In suffix form a COMB is ordered by its millisecond, and a short prefix COMB by its interval, as in prefix form elsewhere. What
 * follows the time is compared in another order of bytes: a strict order <em>within</em> a millisecond (a version 7 UUID's counter) is
 * not preserved. Where that order matters on SQL Server, add a column.
 *
 * <p>The usual division of labour: prefix form outside, suffix form in the column. Thread-safe.
 */
public final class SqlServerUuid {

    private static final int MIDDLE_BITS = 16;
    private static final long MIDDLE_OF_HIGH = 0xFFFFL;
    private static final long MIDDLE_OF_LOW = 0xFFFFL << 48;

    private SqlServerUuid() {}

    /**
     * {@return the suffix form of a UUID in prefix form}
     *
     * @param prefixForm any UUID
     */
    public static UUID toSuffix(UUID prefixForm) {
        return swap(prefixForm);
    }

    /**
     * {@return the prefix form of a UUID in suffix form}
     *
     * @param suffixForm any UUID
     */
    public static UUID toPrefix(UUID suffixForm) {
        return swap(suffixForm);
    }

    private static UUID swap(UUID uuid) {
        long high = uuid.getMostSignificantBits();
        long low = uuid.getLeastSignificantBits();
        return new UUID((low << MIDDLE_BITS) | (high & MIDDLE_OF_HIGH), (low & MIDDLE_OF_LOW) | (high >>> MIDDLE_BITS));
    }
}
