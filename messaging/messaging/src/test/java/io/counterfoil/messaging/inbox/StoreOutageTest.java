package io.counterfoil.messaging.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.store.StoreException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which failures of a store are waited for, row by row; every other one is an attempt that failed. */
@Tag("SG-5")
class StoreOutageTest {

    private static StoreException failure(SQLException cause) {
        return new StoreException("committing", cause);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    08001, the server is not there
                    08006, the connection broke
                    25006, the server is a standby now
                    28P01, the password was changed on the server
                    40001, a serialization failure
                    40P01, a deadlock
                    40003, whether the statement completed is unknown
                    53100, the disk is full
                    53300, too many connections
                    55P03, a lock timeout
                    57014, a statement timeout
                    57P01, the server is shutting down
                    57P03, the server is starting
                    58030, the server cannot read its files
                    HYT00, a timeout
                    HYT01, the connection timed out
                    """)
    void stateOfADatabaseThatIsAway_isAnOutage(String state, String what) {
        assertThat(StoreOutage.isReportedBy(failure(new SQLException(what, state))))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    21000, a subquery with two rows
                    22001, a value that is too long
                    23505, a duplicate key
                    23503, a deferred foreign key
                    25P02, a transaction that the server aborted
                    40002, a constraint that rolled the transaction back
                    42P01, a missing table
                    42501, a missing privilege
                    54000, a limit of the server
                    55000, an object that is not in the right state
                    P0001, an exception of a trigger
                    XX000, an internal error
                    HY000, anything
                    """)
    void everyOtherState_isAFailureOfTheAttempt(String state, String what) {
        assertThat(StoreOutage.isReportedBy(failure(new SQLException(what, state))))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    HY000, 1020, MariaDB: the record has changed since it was read
                    HY000, 1021, MariaDB: the disk is full
                    HY000, 1205, MariaDB: a lock timeout
                    HY000, 1290, MariaDB: the server is read-only
                    HY000, 1836, MySQL: the server is in read-only mode
                    HY000, 2013, MariaDB: the connection was lost
                    HY000, 3024, MySQL: a statement timeout
                    HY000, 3572, MySQL: a lock that is not waited for
                    42000, 1203, MariaDB: too many connections of a user
                    42000, 1226, MariaDB: a resource limit of a user
                    70100, 1317, MariaDB: the statement was interrupted
                    70100, 1927, MariaDB: the connection was killed
                    70100, 1969, MariaDB: a statement timeout
                    90028, 90028, H2: an I/O exception
                    90031, 90031, H2: an I/O exception
                    90067, 90067, H2: the connection broke
                    90098, 90098, H2: the database has been closed
                    90100, 90100, H2: the disk is full
                    90121, 90121, H2: the database is closed
                    90131, 90131, H2: a concurrent update
                    90135, 90135, H2: the database is in exclusive mode
                    """)
    void codeOfADatabaseThatIsAway_isAnOutage(String state, int code, String what) {
        assertThat(StoreOutage.isReportedBy(failure(new SQLException(what, state, code))))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    HY000, 1364, MariaDB: a column without a value
                    42000, 1064, MariaDB: a syntax error
                    23000, 1062, MariaDB: a duplicate key
                    22007, 1292, MariaDB: a malformed value
                    90026, 90026, H2: a value that cannot be serialized
                    23505, 23505, H2: a duplicate key
                    """)
    void everyOtherCode_isAFailureOfTheAttempt(String state, int code, String what) {
        assertThat(StoreOutage.isReportedBy(failure(new SQLException(what, state, code))))
                .isFalse();
    }

    @Test
    void exceptionThatIsTransientByItsType_isAnOutage() {
        assertThat(StoreOutage.isReportedBy(failure(new SQLTransientConnectionException("the pool is empty"))))
                .isTrue();
        assertThat(StoreOutage.isReportedBy(failure(new SQLTransientException("later", "XX000"))))
                .isTrue();
        assertThat(StoreOutage.isReportedBy(failure(new SQLRecoverableException("on a new connection", "XX000"))))
                .isTrue();
        assertThat(StoreOutage.isReportedBy(failure(new SQLTimeoutException("too slow", "XX000"))))
                .isTrue();
    }

    @Test
    void triggerException_ofATransientType_isNotAnOutage() {
        SQLException signalled = new SQLTransientConnectionException("the account is closed", "45000", 1644);

        assertThat(StoreOutage.isReportedBy(failure(signalled))).isFalse();
    }

    @Test
    void storeThatNamesNoState_isTakenToBeAway() {
        assertThat(StoreOutage.isReportedBy(failure(new SQLException("the pool is closed"))))
                .isTrue();
        assertThat(StoreOutage.isReportedBy(new StoreException("reading", new IllegalStateException("no route"))))
                .isTrue();
        assertThat(StoreOutage.isReportedBy(new StoreException("it is in a state that it should not be in")))
                .isTrue();
    }

    @Test
    void outageBelowAnotherFailure_isAnOutage() {
        SQLException aborted = new SQLException("the transaction is aborted", "25P02");
        aborted.initCause(new SQLException("could not serialize access", "40001"));

        assertThat(StoreOutage.isReportedBy(failure(aborted))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"08006", "23505"})
    void exceptionThatIsNoStores_isAFailureOfTheAttempt(String state) {
        assertThat(StoreOutage.isReportedBy(
                        new IllegalStateException("no stock", new SQLException("elsewhere", state))))
                .isFalse();
        assertThat(StoreOutage.isReportedBy(new SQLException("elsewhere", state)))
                .isFalse();
    }
}
