package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.JoiningDataSource;
import io.counterfoil.testkit.database.CountingSockets;
import io.counterfoil.testkit.database.CountingSockets.Sent;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.ds.PGSimpleDataSource;

/** What PostgreSQL is sent, counted at the socket, on connections with auto-commit on and off. */
@Timeout(240)
class RoundTripsTest {

    private static final Database DATABASE = TestPostgres.freshDatabase();

    /** More than it takes until the driver sends statements under names, without their text. */
    private static final int WARM = 12;

    private OneConnection one;
    private DataSource database;

    @BeforeEach
    void open() throws SQLException {
        JdbcSchema.create(DATABASE.dataSource());
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(DATABASE.counted().jdbcUrl());
        source.setUser(DATABASE.user());
        source.setPassword(DATABASE.password());
        Sql.run(DATABASE.dataSource(), "CREATE TABLE IF NOT EXISTS effect (id bigserial, name text)");
        one = new OneConnection(source, RoundTripsTest::isIdle);
        database = one.dataSource();
    }

    @AfterEach
    void close() throws SQLException {
        one.close();
    }

    private static void isIdle(Connection connection) {
        try {
            assertThat(connection.unwrap(BaseConnection.class).getTransactionState())
                    .isEqualTo(TransactionState.IDLE);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("RQ-13")
    void firstExecution_takesOneRoundTripBeyondWorkAndCommit(boolean autoCommit) throws SQLException {
        one.setAutoCommit(autoCommit);
        DataSourceTransactions transactions = new DataSourceTransactions(database);
        JdbcClaimStore store = new JdbcClaimStore(transactions);
        long bare = 0;
        long engine = 0;
        for (int i = 0; i < WARM; i++) {
            Sent before = CountingSockets.sent();
            transactions.run(transaction -> work(transaction.connection()));
            bare = CountingSockets.sent().since(before).roundTrips();
            before = CountingSockets.sent();
            Idempotency.on(store).execute(request(freshKey(), "contents"), TEXT, execution -> work(store.connection()));
            engine = CountingSockets.sent().since(before).roundTrips();
        }

        assertThat(bare).as("the work and its commit").isEqualTo(2);
        assertThat(engine).isEqualTo(bare + 1);
        assertThat(one.faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("RQ-13")
    @Tag("SG-5")
    void knownResult_takesTwoStatementsAndNoRoundTripBeyondItsWork(boolean autoCommit) throws SQLException {
        one.setAutoCommit(autoCommit);
        DataSourceTransactions transactions = new DataSourceTransactions(database);
        JdbcClaimStore store = new JdbcClaimStore(transactions);
        for (IdempotencyPolicy policy : List.of(
                IdempotencyPolicy.DEFAULT,
                IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withExecutionTime(Duration.ofMinutes(10))))) {
            Sent bare = CountingSockets.sent();
            Sent engine = bare;
            for (int i = 0; i < WARM; i++) {
                Sent before = CountingSockets.sent();
                transactions.run(transaction -> work(transaction.connection()));
                bare = CountingSockets.sent().since(before);
                before = CountingSockets.sent();
                Idempotency.on(store).with(policy).execute(request(freshKey(), "contents"), TEXT, known(store));
                engine = CountingSockets.sent().since(before);
            }

            assertThat(engine).isEqualTo(new Sent(3, bare.statements() + 2));
        }
        assertThat(one.faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("RQ-13")
    void claimWithFirstStatement_takesNoRoundTripBeyondTheWorks(boolean scope) throws SQLException {
        JoiningDataSource joining = JoiningDataSource.of(database);
        DataSourceTransactions transactions = new DataSourceTransactions(joining);
        Idempotency idempotency = Idempotency.on(new JdbcClaimStore(transactions));
        long engine = 0;
        for (int i = 0; i < WARM; i++) {
            Sent before = CountingSockets.sent();
            transactions.at(
                    "endpoint",
                    () -> transactions.claimingWithFirstStatement(() -> idempotency.<String, SQLException>execute(
                            request(freshKey(), "contents"), TEXT, execution -> insert(joining, scope))));
            engine = CountingSockets.sent().since(before).roundTrips();
        }

        assertThat(engine).as("claim and work, record and commit").isEqualTo(2);
        assertThat(one.faults()).isEmpty();
    }

    private static Completion<String> insert(DataSource application, boolean scope) throws SQLException {
        try (Connection connection = application.getConnection()) {
            connection.setAutoCommit(!scope);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO effect (name) VALUES (?)")) {
                insert.setString(1, "done");
                insert.executeUpdate();
            }
            connection.setAutoCommit(true);
            return Completion.remember("answer");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("SG-5")
    void requestsOfOneUnit_takeOneRoundTripEachBeyondTheirWork(boolean autoCommit) throws SQLException {
        one.setAutoCommit(autoCommit);
        JdbcClaimStore store = JdbcClaimStore.on(database);
        int requests = 10;
        Sent engine = CountingSockets.sent();
        for (int i = 0; i < WARM; i++) {
            List<BatchRequest<String>> batch = Stream.generate(() ->
                            new BatchRequest<String>(request(freshKey(), "contents"), e -> work(store.connection())))
                    .limit(requests)
                    .toList();
            Sent before = CountingSockets.sent();
            Idempotency.on(store).executeAll(batch, TEXT, Duration.ofMinutes(10));
            engine = CountingSockets.sent().since(before);
        }

        assertThat(engine.roundTrips())
                .as("the claims; each work; each savepoint but the first; the records with the commit")
                .isEqualTo(1 + requests + (requests - 1) + 1);
        assertThat(one.faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("SG-5")
    void actionForSeveralRequests_takesTwoRoundTripsBeyondItsWork(boolean autoCommit) throws SQLException {
        one.setAutoCommit(autoCommit);
        JdbcClaimStore store = JdbcClaimStore.on(database);
        int requests = 10;
        Sent engine = CountingSockets.sent();
        for (int i = 0; i < WARM; i++) {
            List<KeyedRequest> batch = Stream.generate(() -> request(freshKey(), "contents"))
                    .limit(requests)
                    .toList();
            Sent before = CountingSockets.sent();
            Idempotency.on(store).<String, RuntimeException>executeTogether(batch, TEXT, free -> {
                free.forEach(request -> work(store.connection()));
                return "done";
            });
            engine = CountingSockets.sent().since(before);
        }

        assertThat(engine.roundTrips())
                .as("the claims; each statement of the work; the records with the commit")
                .isEqualTo(1 + requests + 1);
        assertThat(one.faults()).isEmpty();
    }

    private static Action<String, RuntimeException> known(JdbcClaimStore store) {
        return new Action<>() {
            @Override
            public Completion<String> run(Execution execution) {
                return work(store.connection());
            }

            @Override
            public Optional<Completion<String>> known() {
                return Optional.of(Completion.remember("answer"));
            }
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("RQ-13")
    void executionLimit_takesNoRoundTrip(boolean autoCommit) throws SQLException {
        one.setAutoCommit(autoCommit);
        JdbcClaimStore store = JdbcClaimStore.on(database);
        IdempotencyPolicy limited =
                IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withExecutionTime(Duration.ofMinutes(10)));
        long engine = 0;
        for (int i = 0; i < WARM; i++) {
            Sent before = CountingSockets.sent();
            Idempotency.on(store)
                    .with(limited)
                    .execute(request(freshKey(), "contents"), TEXT, execution -> work(store.connection()));
            engine = CountingSockets.sent().since(before).roundTrips();
        }

        assertThat(engine).isEqualTo(3);
        assertThat(one.faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("RQ-7")
    void replay_isOneStatement_withoutATransaction(boolean autoCommit) throws SQLException {
        one.setAutoCommit(autoCommit);
        Idempotency engine = Idempotency.on(new Uncounted(JdbcClaimStore.on(database)));
        KeyedRequest request = request(freshKey(), "contents");
        engine.execute(request, TEXT, execution -> Completion.remember("answer"));

        for (int i = 0; i < WARM; i++) {
            Sent before = CountingSockets.sent();
            Outcome<String> replay = engine.execute(request, TEXT, execution -> Completion.remember("twice"));

            assertThat(replay).isInstanceOf(Outcome.Replayed.class);
            assertThat(CountingSockets.sent().since(before)).isEqualTo(new Sent(1, 1));
        }
        assertThat(one.faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("RQ-12")
    void duplicateThatWasNotExpected_takesTheClaimAndItsEnd(boolean autoCommit) throws SQLException {
        one.setAutoCommit(autoCommit);
        ClaimStore store = new Uncounted(JdbcClaimStore.on(database));
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency.on(store).execute(request, TEXT, execution -> Completion.remember("answer"));

        for (int i = 0; i < WARM; i++) {
            Idempotency otherProcess = Idempotency.on(store);
            Sent before = CountingSockets.sent();
            Outcome<String> replay = otherProcess.execute(request, TEXT, execution -> Completion.remember("twice"));

            assertThat(replay).isInstanceOf(Outcome.Replayed.class);
            assertThat(CountingSockets.sent().since(before).roundTrips()).isEqualTo(2);
        }
        assertThat(one.faults()).isEmpty();
    }

    private static Completion<String> work(Connection connection) {
        try (Statement insert = connection.createStatement()) {
            insert.executeUpdate("INSERT INTO effect (name) VALUES ('done')");
            return Completion.remember("answer");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Duplicates are counted a second later, which would be taken for what the test has sent. */
    private record Uncounted(ClaimStore store) implements ForwardingClaimStore {

        @Override
        public void count(Map<IdempotencyKey, Long> requests) {
            // Nobody looks at the numbers.
        }
    }
}
