package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.schema.JdbcSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** H2 acknowledges a commit before it is in the file, by half a second unless it is set otherwise. */
@Tag("BM-3")
@Tag("BM-4")
class H2DurabilityTest {

    @TempDir
    Path folder;

    private DataSource file(String parameters) {
        return database("file:" + folder.resolve("records") + parameters);
    }

    private static JdbcDataSource database(String url) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:" + url);
        source.setUser("sa");
        return source;
    }

    private static List<String> losses(Connection connection) throws SQLException {
        return Dialects.of(connection).checks().lossOfCommits(connection);
    }

    private static List<String> losses(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return losses(connection);
        }
    }

    private static Outcome<String> lease(DataSource source) {
        return Idempotency.on(new JdbcLeaseStore(source), LeasePolicy.DEFAULT)
                .execute(request(freshKey(), "contents"), TEXT, execution -> Completion.remember("executed"));
    }

    @ParameterizedTest
    @CsvSource({"'', 500", ";WRITE_DELAY=20, 20", ";AUTO_SERVER=TRUE, 500"})
    void delayOfAFile_isNamed_andRejectedByLeases(String parameters, int delay) throws SQLException {
        DataSource source = file(parameters);
        try (Connection open = source.getConnection();
                Warnings warnings = Warnings.of(JdbcSchema.class)) {
            JdbcSchema.create(source);
            JdbcSchema.verify(source);

            String loss =
                    "WRITE_DELAY is " + delay + " (milliseconds), so a process that is killed loses its last commits:"
                            + " add WRITE_DELAY=0 to the JDBC URL";
            assertThat(losses(open)).containsExactly(loss);
            assertThat(warnings.lines()).singleElement().asString().endsWith(loss);
            assertThatIllegalStateException().isThrownBy(() -> lease(source)).withMessageContaining(loss);
        }
    }

    @Test
    void fileWithoutADelay_isAccepted() throws SQLException {
        DataSource source = file(";WRITE_DELAY=0");
        try (Connection open = source.getConnection();
                Warnings warnings = Warnings.of(JdbcSchema.class)) {
            JdbcSchema.create(source);
            JdbcSchema.verify(source);

            assertThat(losses(open)).isEmpty();
            assertThat(warnings.lines()).isEmpty();
            assertThat(lease(source)).isInstanceOf(Outcome.Executed.class);
        }
    }

    /** H2 lists what was set then, and does without it. */
    @Test
    void delaySetBeforeARestart_isAskedOfTheOpenDatabase() throws SQLException {
        Sql.run(file(""), "SET WRITE_DELAY 0");

        assertThat(losses(file(""))).singleElement().asString().contains("WRITE_DELAY is 500");
        assertThat(losses(file(";WRITE_DELAY=0"))).isEmpty();
    }

    @Test
    void userWithoutRights_isToldToo() throws SQLException {
        Sql.run(file(""), "CREATE USER plain PASSWORD ''");
        JdbcDataSource plain = (JdbcDataSource) file("");
        plain.setUser("plain");

        assertThat(losses(plain)).hasSize(1);
    }

    /** Everything in it ends with its process, as its application has chosen. */
    @ParameterizedTest
    @ValueSource(strings = {"mem:durability", "mem:delayed;WRITE_DELAY=500"})
    void databaseInMemory_isAccepted(String url) throws SQLException {
        DataSource source = database(url);
        try (Connection open = source.getConnection()) {
            JdbcSchema.create(source);

            assertThat(losses(open)).isEmpty();
            assertThat(lease(source)).isInstanceOf(Outcome.Executed.class);
        }
    }

    @Test
    void databasesOfAServer_areToldAsTheyAre() throws SQLException {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString())
                .start();
        try {
            String address = "tcp://localhost:" + server.getPort();

            assertThat(losses(database(address + "/./records"))).hasSize(1);
            assertThat(losses(database(address + "/./records;WRITE_DELAY=0"))).isEmpty();
            assertThat(losses(database(address + "/mem:records"))).isEmpty();
        } finally {
            server.stop();
        }
    }

    /** A copy of the file of an open database is what the end of its process leaves. */
    @ParameterizedTest
    @CsvSource({"0, 1", "600000, 0"})
    void committedRow_isInTheFileAtOnce_onlyWithoutADelay(int delay, long rows) throws SQLException, IOException {
        DataSource source = file("");
        Sql.run(source, "CREATE TABLE effect (what varchar(10))");
        try (Connection open = file(";WRITE_DELAY=" + delay).getConnection()) {
            open.setAutoCommit(false);
            open.createStatement().execute("INSERT INTO effect VALUES ('booked')");
            open.commit();

            Files.copy(folder.resolve("records.mv.db"), folder.resolve("left.mv.db"));
        }

        assertThat(Sql.number(database("file:" + folder.resolve("left")), "SELECT count(*) FROM effect"))
                .isEqualTo(rows);
    }
}
