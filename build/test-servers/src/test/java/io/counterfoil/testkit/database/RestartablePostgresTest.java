package io.counterfoil.testkit.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("RQ-13")
@Timeout(900)
class RestartablePostgresTest {

    @Test
    void crash_keepsOnlyCommittedData() throws SQLException {
        try (RestartablePostgres server = RestartablePostgres.start()) {
            Database database = server.freshDatabase();
            try (Connection open = database.dataSource().getConnection();
                    Statement statement = open.createStatement()) {
                statement.execute("CREATE TABLE seen (id int)");
                statement.execute("INSERT INTO seen VALUES (1)");
                open.setAutoCommit(false);
                statement.execute("INSERT INTO seen VALUES (2)");

                server.crashAndRestart();

                assertThatExceptionOfType(SQLException.class).isThrownBy(open::commit);
            }
            assertThat(ask(database, "SELECT sum(id) FROM seen")).isEqualTo("1");
            assertThat(ask(database, "SHOW fsync")).isEqualTo("on");
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
