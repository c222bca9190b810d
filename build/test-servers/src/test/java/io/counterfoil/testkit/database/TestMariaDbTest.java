package io.counterfoil.testkit.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
class TestMariaDbTest {

    @ParameterizedTest
    @CsvSource({
        "innodb_flush_log_at_trx_commit, 1",
        "innodb_doublewrite, ON",
        "tx_isolation, REPEATABLE-READ",
        "max_connections, 200",
        "bind_address, 127.0.0.1",
        "character_set_server, utf8mb4"
    })
    void server_hasProductionSettings(String setting, String expected) throws SQLException {
        assertThat(ask(TestMariaDb.freshDatabase(), "SELECT @@global." + setting))
                .isEqualTo(expected);
    }

    @Test
    void server_isMariaDb11_4() throws SQLException {
        assertThat(ask(TestMariaDb.freshDatabase(), "SELECT version()")).startsWith("11.4.");
    }

    @Test
    void freshDatabase_isEmptyAndIsolated() throws SQLException {
        Database one = TestMariaDb.freshDatabase();
        Database other = TestMariaDb.freshDatabase();
        run(one, "CREATE TABLE seen (id int)");

        String tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = database()";
        assertThat(ask(one, tables)).isEqualTo("1");
        assertThat(ask(other, tables)).isEqualTo("0");
    }

    @Test
    void freshDatabase_canBeReachedByUrlUserAndPassword() throws SQLException {
        Database database = TestMariaDb.freshDatabase();

        try (Connection connection =
                DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password())) {
            assertThat(connection.getCatalog()).isEqualTo(database.name());
        }
    }

    @ParameterizedTest
    @CsvSource({"test", "root", "''"})
    void server_rejectsLoginsWithoutPassword(String user) {
        Database database = TestMariaDb.freshDatabase();

        assertThatThrownBy(() -> DriverManager.getConnection(database.jdbcUrl(), user, "")
                        .close())
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("Access denied");
    }

    private static void run(Database database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String ask(Database database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            answer.next();
            return answer.getString(1);
        }
    }
}
