package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.Pause;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Isolations under which a transaction sees less than what is committed. */
@Timeout(300)
@Tag("RQ-13")
@ResourceLock(TestDatabases.LOCK)
class IsolationTest {

    private static final int THREADS = 6;
    private static final int KEYS = 15;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private Optional<HikariDataSource> opened = Optional.empty();

    private HikariDataSource pool(Engine engine, String isolation) {
        HikariDataSource pool =
                TestDatabases.pool(engine, THREADS + 2, config -> config.setTransactionIsolation(isolation));
        opened = Optional.of(pool);
        Sql.run(pool, "CREATE TABLE effect (name varchar(50) NOT NULL)");
        Sql.run(pool, "CREATE TABLE beside (name varchar(50) NOT NULL)");
        return pool;
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        opened.ifPresent(HikariDataSource::close);
    }

    /** The record was committed after the snapshot that the claim sees: the lock is free, and nothing is found. */
    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, TRANSACTION_REPEATABLE_READ, false",
        "POSTGRESQL, TRANSACTION_REPEATABLE_READ, true",
        "POSTGRESQL, TRANSACTION_SERIALIZABLE, false",
        "POSTGRESQL, TRANSACTION_SERIALIZABLE, true",
        "MARIADB, TRANSACTION_REPEATABLE_READ, false",
        "H2, TRANSACTION_SERIALIZABLE, false"
    })
    void recordCommittedAfterSnapshot_isConflict_thenReplayed(Engine engine, String isolation, boolean known)
            throws SQLException {
        HikariDataSource pool = pool(engine, isolation);
        DataSourceTransactions transactions = new DataSourceTransactions(pool);
        JdbcClaimStore store = new JdbcClaimStore(transactions);
        KeyedRequest request = request(freshKey(), "contents");

        try (Connection callers = pool.getConnection()) {
            callers.setAutoCommit(false);
            try (Statement statement = callers.createStatement()) {
                statement.executeQuery("SELECT count(*) FROM beside").close();
            }
            book(JdbcClaimStore.on(pool), request, known);
            Throwable failure = catchThrowable(() -> transactions.joining(callers, () -> book(store, request, known)));
            callers.rollback();

            assertThat(failure).isInstanceOf(StoreException.class);
            assertThat(store.isConflict(failure)).isTrue();
        }

        assertThat(Sql.number(pool, "SELECT count(*) FROM effect")).isEqualTo(1);
        assertThat(book(store, request, known)).isInstanceOf(Outcome.Replayed.class);
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, TRANSACTION_READ_COMMITTED",
        "POSTGRESQL, TRANSACTION_REPEATABLE_READ",
        "POSTGRESQL, TRANSACTION_SERIALIZABLE",
        "MARIADB, TRANSACTION_READ_COMMITTED",
        "MARIADB, TRANSACTION_REPEATABLE_READ",
        "MARIADB, TRANSACTION_SERIALIZABLE",
        "H2, TRANSACTION_READ_COMMITTED",
        "H2, TRANSACTION_REPEATABLE_READ",
        "H2, TRANSACTION_SERIALIZABLE"
    })
    @Tag("RQ-12")
    void everyRequest_takesEffectOnce_underManyProcesses(Engine engine, String isolation) throws Exception {
        HikariDataSource pool = pool(engine, isolation);
        List<KeyedRequest> requests = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            requests.add(request(freshKey(), "contents"));
        }
        List<Future<List<Outcome<String>>>> processes = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            boolean known = i % 2 == 0;
            processes.add(threads.submit(() -> {
                List<Outcome<String>> outcomes = new ArrayList<>();
                JdbcClaimStore store = JdbcClaimStore.on(pool);
                for (KeyedRequest request : requests) {
                    outcomes.add(book(store, request, known));
                }
                return outcomes;
            }));
        }

        List<Outcome<String>> outcomes = new ArrayList<>();
        for (Future<List<Outcome<String>>> process : processes) {
            outcomes.addAll(process.get());
        }
        assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(KEYS);
        assertThat(outcomes).filteredOn(Outcome.Replayed.class::isInstance).hasSize((THREADS - 1) * KEYS);
        assertThat(Sql.number(pool, "SELECT count(*) FROM effect")).isEqualTo(KEYS);
    }

    /** @param known whether the result is known before the work runs */
    private static Outcome<String> book(JdbcClaimStore store, KeyedRequest request, boolean known) throws SQLException {
        IdempotencyPolicy policy = IdempotencyPolicy.DEFAULT.withLimits(
                limits -> limits.withWaitTime(Duration.ofMinutes(5)).withConflictRetries(100));
        Completion<String> booked = Completion.remember("booked");
        // By a clock that stands still, no time for retries passes.
        Idempotency engine = Idempotency.builder(store)
                .policy(policy)
                .waiting(Pause.REAL, () -> 0L)
                .build();
        return engine.execute(request, TEXT, new Action<String, SQLException>() {
            @Override
            public Completion<String> run(Execution execution) throws SQLException {
                try (Statement statement = store.connection().createStatement()) {
                    statement.executeUpdate(
                            "INSERT INTO effect VALUES ('" + request.key().requestId() + "')");
                }
                return booked;
            }

            @Override
            public Optional<Completion<String>> known() {
                return known ? Optional.of(booked) : Optional.empty();
            }
        });
    }
}
