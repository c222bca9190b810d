package io.counterfoil.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.testkit.thread.TestThreads;
import io.counterfoil.testkit.time.SettableClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Removing operations after their retention, beside others. */
@Tag("RF-8")
@Tag("RQ-17")
abstract class EndedOperationsContract {

    private static final Duration MONTH = Duration.ofDays(30);

    private final TestThreads threads = new TestThreads();

    /** Ahead of the IDs, which are by the system's. */
    private final SettableClock clock =
            SettableClock.at(Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS));

    abstract Site site();

    @BeforeEach
    void nothingIsThere() {
        site().clear();
    }

    @AfterEach
    void endThreads() {
        threads.close();
    }

    private Operations.Builder builder() {
        return site().builder().clock(clock);
    }

    /** Submits operations of no steps, and waits until they have ended. */
    private List<Operation> ended(Operations operations, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    try {
                        return Site.end(operations, site().submit(operations, Site.items(0)));
                    } catch (SQLException | InterruptedException failure) {
                        throw new IllegalStateException(failure);
                    }
                })
                .toList();
    }

    private long rows() {
        return site().number("SELECT count(*) FROM counterfoil_operation");
    }

    private static String byReference(Operation operation) {
        return " WHERE reference = '" + operation.reference().value() + "'";
    }

    @Test
    void operationsThatEndedLongAgo_areRemoved_inBatches() {
        try (Operations operations = builder().work("items", Site::applyNext).build()) {
            operations.start();
            ended(operations, 5);
            clock.advance(MONTH.plusDays(1));
            ended(operations, 2);
            ExpiredRows expired = operations.expired(MONTH);

            assertThat(expired.name()).isEqualTo("operations");
            assertThat(List.of(expired.remove(3), expired.remove(3), expired.remove(3)))
                    .containsExactly(3, 2, 0);
        }
        assertThat(rows()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(names = {"PENDING", "RUNNING"})
    void operationThatHasNotEnded_isKept_howeverOld(OperationState state) throws Exception {
        try (Operations operations = builder().work("items", Site::applyNext).build()) {
            Operation open = site().submit(operations, Site.items(3));
            site().execute("UPDATE counterfoil_operation SET state = '" + state + "'" + byReference(open));
            clock.advance(MONTH.multipliedBy(12));

            assertThat(operations.expired(MONTH).remove(10)).isZero();
        }
        assertThat(rows()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(CallbackState.class)
    void operation_whoseCallbackIsStillToBeMade_isKept(CallbackState callback) {
        try (Operations operations = builder().work("items", Site::applyNext).build()) {
            operations.start();
            ended(operations, 1);
            site().execute("UPDATE counterfoil_operation SET callback_state = '" + callback + "'");
            clock.advance(MONTH.plusDays(1));

            assertThat(operations.expired(MONTH).remove(10)).isEqualTo(callback == CallbackState.PENDING ? 0 : 1);
        }
    }

    @Test
    void operation_whoseKindHasNoWorkHere_isKept() {
        try (Operations operations = builder().work("items", Site::applyNext).build()) {
            operations.start();
            ended(operations, 1);
        }
        clock.advance(MONTH.plusDays(1));
        try (Operations others = builder().work("others", Site::applyNext).build();
                Operations none = builder().build()) {
            assertThat(others.expired(MONTH).remove(10)).isZero();
            assertThat(none.expired(MONTH).remove(10)).isZero();
        }
    }

    @Test
    void whatTheWorkStored_isRemoved_inTheSameTransaction() throws Exception {
        OperationWork cleaning = new OperationWork() {
            @Override
            public OperationStep advance(Connection connection, Operation operation) throws SQLException {
                return Site.applyNext(connection, operation);
            }

            @Override
            public void remove(Connection connection, Operation operation) throws SQLException {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("DELETE FROM item WHERE operation = '"
                            + operation.reference().value() + "'");
                }
                if (operation.input().equals("2")) {
                    throw new SQLException("not now");
                }
            }
        };
        try (Operations operations = builder().work("items", cleaning).build()) {
            operations.start();
            Site.end(operations, site().submit(operations, Site.items(1)));
            clock.advance(MONTH.plusDays(1));
            assertThat(operations.expired(MONTH).remove(10)).isEqualTo(1);
            assertThat(site().number("SELECT count(*) FROM item")).isZero();

            Site.end(operations, site().submit(operations, Site.items(2)));
            clock.advance(MONTH.plusDays(1));
            assertThatThrownBy(() -> operations.expired(MONTH).remove(10)).hasRootCauseMessage("not now");
        }
        assertThat(site().number("SELECT count(*) FROM item")).isEqualTo(2);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void rowThatIsLocked_isPassedOver() throws Exception {
        try (Operations operations = builder().work("items", Site::applyNext).build();
                Connection other = site().dataSource().getConnection()) {
            operations.start();
            List<Operation> ended = ended(operations, 3);
            clock.advance(MONTH.plusDays(1));
            // Above it, MariaDB locks all rows that the statement reads.
            other.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            other.setAutoCommit(false);
            try (Statement lock = other.createStatement()) {
                lock.executeUpdate("UPDATE counterfoil_operation SET step = step + 1" + byReference(ended.get(1)));
            }

            assertThat(operations.expired(MONTH).remove(10)).isEqualTo(2);

            other.rollback();
        }
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void severalThatRemove_besideSubmissions_removeEachOnce() throws Exception {
        try (Operations operations = builder().work("items", Site::applyNext).build()) {
            operations.start();
            ended(operations, 30);
            clock.advance(MONTH.plusDays(1));
            ExpiredRows expired = operations.expired(MONTH);

            List<Integer> removed = threads.together(4, i -> () -> {
                int all = 0;
                for (int round = 0; round < 10; round++) {
                    all += expired.remove(4);
                    site().submit(operations, Site.items(0));
                }
                return all;
            });

            assertThat(removed.stream().mapToInt(Integer::intValue).sum() + expired.remove(1_000))
                    .isEqualTo(30);
        }
        assertThat(rows()).isEqualTo(40);
    }

    @Test
    void referenceThatWasRemoved_canBeSubmittedAgain() throws Exception {
        try (Operations operations = builder().work("items", Site::applyNext).build()) {
            operations.start();
            NewOperation one = NewOperation.of(Site.ACME, "items", new ReferenceId("again"))
                    .input("0");
            Site.end(operations, site().submit(operations, one));
            clock.advance(MONTH.plusDays(1));
            operations.expired(MONTH).remove(10);

            Operation again = Site.end(operations, site().submit(operations, one));

            assertThat(again.createdAt()).isAfter(clock.instant().minusSeconds(1));
        }
    }

    @Test
    void retention_outOfItsLimits_isRefused() {
        try (Operations operations = builder().build()) {
            assertThatThrownBy(() -> operations.expired(Duration.ZERO))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("retention must be positive and at most PT8760000H, not PT0S");
        }
    }
}
