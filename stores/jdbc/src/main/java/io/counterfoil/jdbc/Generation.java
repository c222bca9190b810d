package io.counterfoil.jdbc;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The records that expire within a span of time.
 *
 * @param from the first microsecond
 * @param to the first microsecond after it
 * @param table the table that has them
 */
record Generation(long from, long to, String table) {

    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'_'HHmm", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** One that is to be made: its table is called after the time when it can be dropped, in UTC and whole minutes. */
    Generation(long from, long to) {
        this(from, to, "counterfoil_record_until_" + NAME.format(Micros.instant(to)));
    }

    boolean overlaps(Generation other) {
        return from < other.to && other.from < to;
    }
}
