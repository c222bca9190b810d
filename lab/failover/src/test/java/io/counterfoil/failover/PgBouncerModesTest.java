package io.counterfoil.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.failover.PooledPostgres.PoolMode;
import io.counterfoil.testkit.failover.FailoverLoad;
import io.counterfoil.testkit.failover.FailoverReport;
import io.counterfoil.testkit.failover.LoadMode;
import io.counterfoil.testkit.failover.Strike;
import io.counterfoil.testkit.soak.Depth;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each mode of PgBouncer does to keyed requests, while the pooler is killed and started again. */
@Tag("BM-3")
@Timeout(14_400)
class PgBouncerModesTest {

    private static final int PAIRS = 4;
    private static final int INTENTIONS = 100;

    @ParameterizedTest
    @CsvSource({
        "SESSION,     '',                    TRANSACTIONAL",
        "SESSION,     '',                    LEASE_WITH_RESOLVER",
        "TRANSACTION, '&prepareThreshold=0', TRANSACTIONAL",
        "TRANSACTION, '&prepareThreshold=0', LEASE_WITH_RESOLVER"
    })
    void supportedModes_loseAndDoubleNothing(PoolMode pooling, String parameters, LoadMode mode) throws Exception {
        try (PooledPostgres store = PooledPostgres.start(pooling, parameters);
                FailoverLoad load = FailoverLoad.start(store, mode, PAIRS)) {
            int kills = Depth.of("kills", 1);
            for (int kill = 0; kill < kills; kill++) {
                load.awaitAnswered(INTENTIONS);
                store.strike(Strike.KILL);
            }
            load.awaitAnswered(INTENTIONS);
            FailoverReport report = load.end(TestThreads.LIMIT);

            System.out.printf("PgBouncer %s %s, %s strikes, %s%n", pooling, parameters, kills, report);
            assertThat(report.faults()).isEmpty();
        }
    }

    /** Statements that the driver has prepared on another server connection: most attempts fail. */
    @ParameterizedTest
    @CsvSource({"TRANSACTIONAL", "LEASE_WITH_RESOLVER"})
    void transactionPoolingWithPreparedStatements_failsLoudly(LoadMode mode) throws Exception {
        try (PooledPostgres store = PooledPostgres.start(PoolMode.TRANSACTION, "");
                FailoverLoad load = FailoverLoad.start(store, mode, PAIRS)) {
            load.awaitAnswered(2 * INTENTIONS);
            FailoverReport report = load.end(Duration.ofSeconds(5));

            System.out.printf("PgBouncer TRANSACTION with prepared statements, %s%n", report);
            assertThat(report.errors()).isNotEmpty();
            assertThat(report.doubled()).isEmpty();
        }
    }

    @Test
    void statementPooling_isRejectedAtTheFirstClaim() throws Exception {
        try (PooledPostgres store = PooledPostgres.start(PoolMode.STATEMENT, "&prepareThreshold=0");
                FailoverLoad load = FailoverLoad.start(store, LoadMode.TRANSACTIONAL, PAIRS)) {
            FailoverReport report = load.end(Duration.ofSeconds(1));

            System.out.printf("PgBouncer STATEMENT, %s%n", report);
            assertThat(report.acknowledged()).isZero();
            assertThat(report.unanswered()).isNotEmpty();
            assertThat(report.errors()).isNotEmpty();
        }
    }
}
