package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.locks.NumberedLocks;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.proxy.Intercepted;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limit of an execution, as the session's settings have it while the work runs, and afterwards. */
@Tag("RQ-13")
@Timeout(240)
class LimitedTransactionsTest {

    private static final IdempotencyPolicy LIMITED =
            IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withExecutionTime(Duration.ofSeconds(90)));

    private static final Database POSTGRES = TestPostgres.freshDatabase();

    @ParameterizedTest
    @CsvSource({"0, 90s", "1min, 1min", "5min, 90s"})
    void postgreSql_appliesTheShorterOf_sessionAndPolicyLimit(String session, String limit) throws SQLException {
        try (OneConnection one = new OneConnection(POSTGRES.dataSource(), connection -> {})) {
            run(one.dataSource(), "SET transaction_timeout = '" + session + "'");

            assertThat(during(one.dataSource(), "SHOW transaction_timeout")).isEqualTo(limit);
            assertThat(read(one.dataSource(), "SHOW transaction_timeout")).isEqualTo(session);
        }
    }

    @Test
    void postgreSqlBefore17_limitsIdlenessAndStatements() throws SQLException {
        try (OneConnection one = new OneConnection(POSTGRES.dataSource(), connection -> {})) {
            DataSource older = older(one.dataSource());
            run(older, "SET statement_timeout = '80s'");

            assertThat(during(older, "SHOW idle_in_transaction_session_timeout"))
                    .isEqualTo("90s");
            assertThat(during(older, "SHOW statement_timeout")).isEqualTo("80s");
            assertThat(during(older, "SHOW transaction_timeout")).isEqualTo("0");
            assertThat(read(older, "SHOW idle_in_transaction_session_timeout")).isEqualTo("0");
        }
    }

    @Test
    void mariaDb_limitsIdleness_andGivesTheConnectionBackAsItWas() throws SQLException {
        try (OneConnection one = new OneConnection(TestMariaDb.freshDatabase().dataSource(), connection -> {})) {
            run(one.dataSource(), "SET SESSION wait_timeout = 1234");

            try (Warnings warnings = Warnings.of(NumberedLocks.class)) {
                assertThat(during(one.dataSource(), "SELECT @@SESSION.wait_timeout"))
                        .isEqualTo("90");
                assertThat(warnings.lines()).isEmpty();
            }
            assertThat(read(one.dataSource(), "SELECT @@SESSION.wait_timeout")).isEqualTo("1234");
        }
    }

    @Test
    void mariaDb_afterWorkThatFailed_givesTheConnectionBackAsItWas() throws SQLException {
        try (OneConnection one = new OneConnection(TestMariaDb.freshDatabase().dataSource(), connection -> {})) {
            run(one.dataSource(), "SET SESSION wait_timeout = 1234");
            JdbcSchema.create(one.dataSource());
            Idempotency engine =
                    Idempotency.on(JdbcClaimStore.on(one.dataSource())).with(LIMITED);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> engine.execute(request(freshKey(), "contents"), TEXT, execution -> {
                        throw new IllegalArgumentException("meant to fail");
                    }));

            assertThat(read(one.dataSource(), "SELECT @@SESSION.wait_timeout")).isEqualTo("1234");
        }
    }

    @Test
    void claimWithItsResult_isLimitedToo() throws SQLException {
        try (OneConnection one = new OneConnection(POSTGRES.dataSource(), connection -> {})) {
            JdbcSchema.create(one.dataSource());
            JdbcClaimStore store = JdbcClaimStore.on(one.dataSource());

            String limit = store.<String, SQLException>within(Duration.ofSeconds(90), claims -> {
                claims.claim(request(freshKey(), "contents"), payload("known"), Retention.FOREVER);
                return read(store.connection(), "SHOW transaction_timeout");
            });

            assertThat(limit).isEqualTo("90s");
        }
    }

    @Test
    void dataKey_isLimitedToo() throws SQLException {
        assertThat(whileDataIsMade(POSTGRES, "SHOW transaction_timeout")).isEqualTo("90s");
        assertThat(whileDataIsMade(TestMariaDb.freshDatabase(), "SELECT @@SESSION.wait_timeout"))
                .isEqualTo("90");
    }

    private static String whileDataIsMade(Database database, String query) throws SQLException {
        try (OneConnection one = new OneConnection(database.dataSource(), connection -> {})) {
            JdbcSchema.create(one.dataSource());
            DataSourceTransactions transactions = new DataSourceTransactions(one.dataSource());
            DataKeys keys = new DataKeys(new JdbcClaimStore(transactions), LIMITED);

            return keys.<String, SQLException>createOnce(
                            new DataKey("seat", "shop", new RequestId("12A")),
                            Optional::empty,
                            () -> read(transactions.connection(), query))
                    .value();
        }
    }

    @Test
    void h2_executesWithoutALimit_andSaysSoOnce() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:limited;DB_CLOSE_DELAY=-1");
        JdbcSchema.create(h2);
        JdbcClaimStore store = JdbcClaimStore.on(h2);

        try (Warnings warnings = Warnings.of(NumberedLocks.class)) {
            for (int execution = 0; execution < 2; execution++) {
                assertThat(during(store, "SELECT 'unlimited'")).isEqualTo("unlimited");
                assertThat(warnings.lines())
                        .containsExactly(
                                "the execution limit of PT1M30S is not enforced: H2 does not end transactions by itself");
            }
        }
    }

    @Test
    void executionLimit_thatTheStoreCannotEnforce_isRejected() {
        ForwardingClaimStore forwarding = () -> JdbcClaimStore.on(POSTGRES.dataSource());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Idempotency.on(forwarding).with(LIMITED))
                .withMessageContaining("limits.executionTime needs a LimitingClaimStore");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DataKeys(forwarding, LIMITED))
                .withMessageContaining("limits.executionTime needs a LimitingClaimStore");
    }

    @Test
    void executionLimit_ofZero_isRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withExecutionTime(Duration.ZERO)))
                .withMessageContaining("limits.executionTime must be one millisecond to PT24H, not PT0S");
    }

    /** What a query tells the work of a limited execution. */
    private static String during(DataSource database, String query) throws SQLException {
        JdbcSchema.create(database);
        return during(JdbcClaimStore.on(database), query);
    }

    private static String during(JdbcClaimStore store, String query) throws SQLException {
        Outcome<String> outcome = Idempotency.on(store)
                .with(LIMITED)
                .execute(
                        request(freshKey(), "contents"),
                        TEXT,
                        execution -> Completion.remember(read(store.connection(), query)));
        return ((Outcome.Executed<String>) outcome).value();
    }

    private static void run(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String read(DataSource database, String query) throws SQLException {
        try (Connection connection = database.getConnection()) {
            return read(connection, query);
        }
    }

    private static String read(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    /** The same database, which says that it is of version 16. */
    private static DataSource older(DataSource database) {
        return older(DataSource.class, database);
    }

    private static <T> T older(Class<T> type, T target) {
        return Intercepted.of(type, target, call -> switch (call.name()) {
            case "getDatabaseMajorVersion" -> 16;
            case "getConnection" -> older(Connection.class, call.proceedAs(Connection.class));
            case "getMetaData" -> older(DatabaseMetaData.class, call.proceedAs(DatabaseMetaData.class));
            default -> call.proceed();
        });
    }
}
