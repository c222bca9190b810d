package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.row.RowState;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the failures of each database mean, and what the time of a row. */
@Tag("RQ-13")
class DialectErrorsTest {

    private static KeyLocks locks(String name) {
        return switch (name) {
            case "PostgreSQL" -> Dialects.POSTGRESQL.locks();
            case "MariaDB" -> Dialects.MYSQL.locks();
            default -> Dialects.H2.locks();
        };
    }

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, 40001, 0, true, false",
        "PostgreSQL, 40P01, 0, true, false",
        "PostgreSQL, 23505, 0, false, true",
        "PostgreSQL, 23503, 0, false, false",
        "PostgreSQL, , 0, false, false",
        "MariaDB, 40001, 1213, true, false",
        "MariaDB, HY000, 1205, true, false",
        "MariaDB, HY000, 1020, true, false",
        "MariaDB, 23000, 1062, false, true",
        "MariaDB, 23000, 1452, false, false",
        "H2, 40001, 40001, true, false",
        "H2, HYT00, 50200, true, false",
        "H2, 90131, 90131, true, false",
        "H2, 23505, 23505, false, true",
        "H2, 23506, 23506, false, false",
    })
    void failure_isAConflict_orAKeyThatIsThere_orNeither(
            String database, String state, int code, boolean conflict, boolean duplicate) {
        SQLException failure = new SQLException("of the table counterfoil_record", state, code);

        assertThat(locks(database).isConflict(failure)).isEqualTo(conflict);
        assertThat(locks(database).isDuplicateKey(failure)).isEqualTo(duplicate);
    }

    @Test
    void keyThatIsThere_inAnotherTable_isNoneOfTheRecords() {
        assertThat(locks("PostgreSQL").isDuplicateKey(new SQLException("of the table account", "23505")))
                .isFalse();
    }

    @Test
    void leaseHasRunOut_fromItsLastMicrosecondOn() {
        assertThat(leasedUntil(1000).state(999)).isEqualTo(RowState.IN_PROGRESS);
        assertThat(leasedUntil(1000).state(1000)).isEqualTo(RowState.UNKNOWN);
        assertThat(leasedUntil(RecordRow.RELEASED).state(0)).isEqualTo(RowState.RELEASED);
    }

    private static RecordRow leasedUntil(long until) {
        return new RecordRow(
                Fingerprint.of(new byte[0]),
                Optional.empty(),
                0,
                RecordRow.NEVER,
                1,
                1,
                OptionalLong.of(until),
                Optional.empty(),
                OptionalLong.empty());
    }
}
