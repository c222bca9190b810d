package io.counterfoil.jdbc.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.InvalidCorrelationIdException;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;

@Tag("CO-2")
@Timeout(240)
class CorrelatedDataSourceTest {

    private static final CorrelationId ID = CorrelationId.parse("abcd.1");

    private interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    @Nested
    class ByApplicationName {

        private static final String MINE = "SELECT application_name FROM pg_stat_activity WHERE pid = pg_backend_pid()";

        private final DataSource database = TestPostgres.freshDatabase().dataSource();

        @Test
        void applicationName_showsTheIdWhileLent_thenIsRestored() throws Exception {
            try (HikariDataSource pool = pool(database);
                    Connection observer = database.getConnection()) {
                DataSource named = CorrelatedDataSource.byApplicationName(pool);
                String before = with(named, connection -> text(connection, MINE));
                int pid = Integer.parseInt(with(named, connection -> text(connection, "SELECT pg_backend_pid()")));
                String seen = "SELECT application_name FROM pg_stat_activity WHERE pid = " + pid;

                under(
                        ID,
                        () -> with(named, lent -> {
                            assertThat(text(observer, seen)).isEqualTo("abcd.1");
                            return text(lent, "SELECT 1");
                        }));

                assertThat(before).doesNotContain("abcd");
                assertThat(text(observer, seen)).isEqualTo(before);
            }
        }

        @Test
        void connectionLentUnderNoWork_keepsItsName() throws Exception {
            DataSource named = CorrelatedDataSource.byApplicationName(database);

            assertThat(seen(named, MINE)).isEqualTo("PostgreSQL JDBC Driver");
        }

        @Test
        void connection_returnedInAnyTransactionState_losesTheId() throws Exception {
            try (HikariDataSource pool = pool(database)) {
                DataSource named = CorrelatedDataSource.byApplicationName(pool);

                under(
                        ID,
                        () -> with(named, connection -> {
                            connection.setAutoCommit(false);
                            assertThat(text(connection, MINE)).isEqualTo("abcd.1");
                            connection.rollback();
                            assertThat(text(connection, MINE)).isEqualTo("abcd.1");
                            return "left open";
                        }));
                assertThat(seen(pool, MINE)).doesNotContain("abcd");

                under(
                        ID,
                        () -> with(named, connection -> {
                            connection.setAutoCommit(false);
                            assertThatExceptionOfType(SQLException.class)
                                    .isThrownBy(() -> text(connection, "SELECT no_such_column"));
                            return "failed";
                        }));
                assertThat(seen(pool, MINE)).doesNotContain("abcd");
            }
        }

        @Test
        void connectionWhoseNameCannotBeGivenBack_isNotLentAgain() throws Exception {
            try (HikariDataSource pool = pool(database);
                    Connection observer = database.getConnection()) {
                DataSource named = CorrelatedDataSource.byApplicationName(pool);

                under(
                        ID,
                        () -> with(named, connection -> {
                            String pid = text(connection, "SELECT pg_backend_pid()");
                            return text(observer, "SELECT pg_terminate_backend(" + pid + ", 60000)");
                        }));

                assertThat(seen(pool, MINE)).doesNotContain("abcd");
            }
        }

        @Test
        void idTooLongForAName_isShownByAnAncestorThatFits() throws Exception {
            CorrelationId root = CorrelationId.parse("r".repeat(64));
            CorrelationId parent = CorrelationId.parse("abcd." + "p".repeat(58));
            CorrelationId longest = parent.extendedBy("x".repeat(40)).orElseThrow();
            DataSource named = CorrelatedDataSource.byApplicationName(database);

            assertThat(seenUnder(parent, named, MINE)).isEqualTo(parent.value());
            assertThat(seenUnder(longest, named, MINE)).isEqualTo(parent.value());
            assertThat(seenUnder(root, named, MINE)).isEqualTo("r".repeat(63));
        }

        @Test
        void manyWorksOnASmallPool_areNamedEachByItsOwn() throws Exception {
            ExecutorService threads = Executors.newFixedThreadPool(8);
            try (HikariDataSource pool = pool(database, 3)) {
                DataSource named = CorrelatedDataSource.byApplicationName(pool);
                List<Future<String>> seen = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    CorrelationId id = CorrelationId.parse("work-" + i);
                    Callable<String> look = () -> with(named, connection -> text(connection, MINE));
                    Callable<String> task = i % 4 == 3 ? look : () -> under(id, look);
                    seen.add(threads.submit(task));
                }
                for (int i = 0; i < seen.size(); i++) {
                    assertThat(seen.get(i).get()).isEqualTo(i % 4 == 3 ? "PostgreSQL JDBC Driver" : "work-" + i);
                }
            } finally {
                threads.shutdownNow();
            }
        }

        @Test
        void closingTwice_andUnwrapping_areAsEver() throws Exception {
            DataSource named = CorrelatedDataSource.byApplicationName(database);

            under(ID, () -> {
                Connection connection = named.getConnection();
                assertThat(connection.unwrap(PGConnection.class).getBackendPID())
                        .isPositive();
                assertThat(List.of(connection)).contains(connection);
                try (Statement statement = connection.createStatement()) {
                    assertThat(statement.getConnection()).isSameAs(connection);
                }
                connection.close();
                connection.close();
                return assertThat(connection.isClosed()).isTrue();
            });
        }

        @Test
        void otherDatabase_isRefusedByName() throws Exception {
            DataSource named = CorrelatedDataSource.byApplicationName(h2());

            assertThatIllegalStateException()
                    .isThrownBy(named::getConnection)
                    .withMessageContaining("H2")
                    .withMessageContaining("byComment");
        }
    }

    enum Engine {
        POSTGRESQL("SELECT query FROM pg_stat_activity WHERE pid = pg_backend_pid()") {
            @Override
            DataSource database() {
                return TestPostgres.freshDatabase().dataSource();
            }
        },
        MARIADB("SELECT info FROM information_schema.processlist WHERE id = connection_id()") {
            @Override
            DataSource database() {
                return TestMariaDb.freshDatabase().dataSource();
            }
        },
        H2("SELECT executing_statement FROM information_schema.sessions WHERE session_id = session_id()") {
            @Override
            DataSource database() {
                return h2();
            }
        };

        private final String mine;

        Engine(String mine) {
            this.mine = mine;
        }

        abstract DataSource database();
    }

    @ParameterizedTest
    @EnumSource
    void comment_isInTheTextOfTheRunningStatement(Engine engine) throws Exception {
        DataSource named = CorrelatedDataSource.byComment(engine.database());

        String plain = under(ID, () -> with(named, connection -> text(connection, engine.mine)));
        String prepared = under(ID, () -> with(named, connection -> preparedText(connection, engine.mine)));
        String ofNoWork = with(named, connection -> text(connection, engine.mine));

        // H2 shows the beginning of a text alone.
        String comment = "/* corr_id='abcd.1' */ ";
        assertThat(List.of(plain, prepared)).allSatisfy(seen -> {
            assertThat(seen).startsWith(comment + "SELECT");
            assertThat(comment + engine.mine).startsWith(seen);
        });
        assertThat(engine.mine).startsWith(ofNoWork);
    }

    @ParameterizedTest
    @EnumSource
    void comment_isThatOfTheMoment_andStatementsWorkAsEver(Engine engine) throws Exception {
        DataSource named = CorrelatedDataSource.byComment(engine.database());

        String sum = under(
                ID,
                () -> with(named, connection -> {
                    try (Statement statement = connection.createStatement()) {
                        assertThat(statement.getConnection()).isSameAs(connection);
                        statement.execute("CREATE TABLE effect (id INT PRIMARY KEY, amount INT)");
                        assertThat(statement.executeUpdate("INSERT INTO effect VALUES (1, 10)"))
                                .isEqualTo(1);
                        Correlation.Scope child = Correlation.child();
                        try (child) {
                            assertThat(text(connection, engine.mine)).startsWith("/* corr_id='abcd.1.1' */ ");
                        }
                        statement.addBatch("INSERT INTO effect VALUES (2, 20)");
                        statement.addBatch("INSERT INTO effect VALUES (3, 30)");
                        assertThat(statement.executeBatch()).containsExactly(1, 1);
                    }
                    try (PreparedStatement insert = connection.prepareStatement(
                            "INSERT INTO effect VALUES (?, 40)", Statement.NO_GENERATED_KEYS)) {
                        insert.setInt(1, 4);
                        assertThat(insert.executeUpdate()).isEqualTo(1);
                    }
                    return text(connection, "SELECT sum(amount) FROM effect");
                }));

        assertThat(sum).isEqualTo("100");
    }

    @Test
    void call_hasNoComment_andWorks() throws Exception {
        DataSource named =
                CorrelatedDataSource.byComment(TestPostgres.freshDatabase().dataSource());

        int absolute = under(
                ID,
                () -> with(named, connection -> {
                    try (CallableStatement call = connection.prepareCall("{? = call abs(?)}")) {
                        call.registerOutParameter(1, java.sql.Types.INTEGER);
                        call.setInt(2, -7);
                        call.execute();
                        return call.getInt(1);
                    }
                }));

        assertThat(absolute).isEqualTo(7);
    }

    @Test
    @Tag("CO-10")
    void textThatWouldEndTheComment_isNoId() {
        for (String text : List.of("a*/ DROP TABLE effect", "a'b", "a\nb", "a\u0000")) {
            assertThatExceptionOfType(InvalidCorrelationIdException.class).isThrownBy(() -> CorrelationId.parse(text));
        }
    }

    private static DataSource h2() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:");
        database.setUser("sa");
        return database;
    }

    private static HikariDataSource pool(DataSource database) {
        return pool(database, 1);
    }

    private static HikariDataSource pool(DataSource database, int connections) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database);
        config.setMaximumPoolSize(connections);
        config.setConnectionTimeout(60_000);
        return new HikariDataSource(config);
    }

    private static <T> T with(DataSource source, Work<T> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return work.on(connection);
        }
    }

    private static <T> T under(CorrelationId id, Callable<T> work) throws Exception {
        Correlation.Scope scope = Correlation.open(id);
        try (scope) {
            return work.call();
        }
    }

    private static String seenUnder(CorrelationId id, DataSource source, String sql) throws Exception {
        return under(id, () -> seen(source, sql));
    }

    private static String seen(DataSource source, String sql) throws SQLException {
        return with(source, connection -> text(connection, sql));
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return only(rows);
        }
    }

    private static String preparedText(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            return only(rows);
        }
    }

    private static String only(ResultSet rows) throws SQLException {
        assertThat(rows.next()).isTrue();
        return rows.getString(1);
    }
}
