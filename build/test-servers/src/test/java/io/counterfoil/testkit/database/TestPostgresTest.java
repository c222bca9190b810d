package io.counterfoil.testkit.database;

import static org.assertj.core.api.Assertions.assertThat;

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
class TestPostgresTest {

    @ParameterizedTest
    @CsvSource({
        "fsync, on",
        "synchronous_commit, on",
        "full_page_writes, on",
        "max_connections, 200",
        "listen_addresses, 127.0.0.1",
        "server_encoding, UTF8"
    })
    void server_hasProductionDurability(String setting, String expected) throws SQLException {
        assertThat(ask(TestPostgres.freshDatabase(), "SHOW " + setting)).isEqualTo(expected);
    }

    @Test
    void freshDatabase_isEmptyAndIsolated() throws SQLException {
        Database one = TestPostgres.freshDatabase();
        Database other = TestPostgres.freshDatabase();
        run(one, "CREATE TABLE seen (id int)");

        String tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
        assertThat(ask(one, tables)).isEqualTo("1");
        assertThat(ask(other, tables)).isEqualTo("0");
    }

    @Test
    void freshDatabase_canBeReachedByUrlUserAndPassword() throws SQLException {
        Database database = TestPostgres.freshDatabase();

        try (Connection connection =
                DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password())) {
            assertThat(connection.getCatalog()).isEqualTo(database.name());
        }
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
