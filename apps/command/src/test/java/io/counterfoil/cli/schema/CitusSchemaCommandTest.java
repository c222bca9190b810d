package io.counterfoil.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.cli.Program;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.soak.SoakOnly;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of a real cluster, printed, verified and upgraded. */
@Timeout(600)
@Tag("BM-1")
@Tag("UP-1")
@SoakOnly("contracts")
class CitusSchemaCommandTest {

    private final List<Database> nodes = TestCitus.freshDatabase();
    private final Database coordinator = nodes.get(0);

    private record Result(int exitCode, String out, String err) {}

    private static Result run(Map<String, String> environment, List<String> args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Program.commandLine(environment)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args.toArray(String[]::new));
        return new Result(exitCode, out.toString(), err.toString());
    }

    private static Result on(Database node, String command, String... args) {
        List<String> all = new ArrayList<>(List.of("schema", command, "--url=" + node.jdbcUrl()));
        all.addAll(List.of(args));
        return run(Map.of(DatabaseOptions.USER, node.user(), DatabaseOptions.PASSWORD, node.password()), all);
    }

    private static String[] everyFeature(String way) {
        return Stream.concat(Features.ALL.stream(), Stream.of("--citus=" + way)).toArray(String[]::new);
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = coordinator.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private List<String> distribution() throws SQLException {
        try (Connection connection = coordinator.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT table_name || ' ' || distribution_column FROM citus_tables"
                                + " WHERE citus_table_type <> 'local'")) {
            List<String> tables = new ArrayList<>();
            while (row.next()) {
                tables.add(row.getString(1));
            }
            return tables;
        }
    }

    private long number(String query) throws SQLException {
        try (Connection connection = coordinator.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void assertComplete(Result verified) {
        assertThat(verified.err).isEmpty();
        assertThat(verified.out.lines()).hasSameSizeAs(Features.ALL).allMatch(line -> line.contains(": complete"));
        assertThat(verified.exitCode).isZero();
    }

    @ParameterizedTest
    @CsvSource({"by-key, request_id", "by-client, client"})
    void everyFeature_isCreated_inItsWay(String way, String column) throws SQLException {
        Result upgraded = on(coordinator, "upgrade", everyFeature(way));

        assertThat(upgraded.err).isEmpty();
        assertThat(upgraded.out).doesNotContain("by hand");
        assertThat(upgraded.exitCode).isZero();
        assertThat(distribution()).contains("counterfoil_record " + column, "counterfoil_console_audit subject");
        assertComplete(on(coordinator, "verify", "--citus=" + way));
    }

    @ParameterizedTest
    @ValueSource(strings = {"by-key", "by-client"})
    void everyFeature_isVerified_onAWorker(String way) {
        on(coordinator, "upgrade", everyFeature(way));

        assertComplete(on(nodes.get(1), "verify", "--citus=" + way));
    }

    @ParameterizedTest
    @ValueSource(strings = {"by-key", "by-client"})
    void printedScript_canBeRunTwice_andIsComplete(String way) throws SQLException {
        List<String> print = new ArrayList<>(List.of("schema", "print"));
        print.addAll(List.of(everyFeature(way)));
        String script = run(Map.of(), print).out;

        execute(script);
        execute(script);

        assertComplete(on(coordinator, "verify", "--citus=" + way));
    }

    @Test
    void missingIndex_isNamed_andAdded_onAllNodes() throws SQLException {
        on(coordinator, "upgrade", everyFeature("by-key"));
        execute("DROP INDEX counterfoil_console_audit_age", "DROP INDEX counterfoil_message_failure_age");

        Result verified = on(coordinator, "verify");
        Result upgraded = on(coordinator, "upgrade");

        assertThat(verified.out)
                .contains("  - index on counterfoil_console_audit (decided_at, id) is missing")
                .contains("  - index on counterfoil_message_failure (is_dead, changed_at, message_hash) is missing");
        assertThat(upgraded.exitCode).isZero();
        assertComplete(on(coordinator, "verify"));
    }

    @Test
    void missingTable_isCreated_andDistributed() throws SQLException {
        on(coordinator, "upgrade", everyFeature("by-key"));
        execute("DROP TABLE counterfoil_message_failure", "DROP TABLE counterfoil_console_audit");

        assertThat(on(coordinator, "upgrade", everyFeature("by-key")).exitCode).isZero();

        assertThat(distribution())
                .contains("counterfoil_message_failure message_hash", "counterfoil_console_audit subject");
        assertComplete(on(coordinator, "verify"));
    }

    private void createOnOneNode() throws SQLException {
        execute(
                run(Map.of(), List.of("schema", "print", "messaging", "console", "batches", "operations")).out,
                "INSERT INTO counterfoil_console_audit (subject, id, kind, client, operation, action, decided_by, decided_at, reason)"
                        + " VALUES ('k', gen_random_uuid(), 'record', '', '', 'happened', 'olga', 1, 'r')");
    }

    @ParameterizedTest
    @CsvSource({
        "messaging, counterfoil_message_failure",
        "console, counterfoil_console_audit",
        "batches, counterfoil_batch",
        "operations, counterfoil_operation"
    })
    void tableOfOneNode_isNamed_andFailsVerification(String feature, String table) throws SQLException {
        createOnOneNode();

        Result verified = on(coordinator, "verify");

        assertThat(verified.out)
                .contains(feature + ": not complete")
                .contains("  - table " + table + " is on one node alone, and must be distributed");
        assertThat(verified.exitCode).isOne();
    }

    @Test
    void tablesOfOneNode_areDistributed_withTheirRows() throws SQLException {
        createOnOneNode();

        Result upgraded = on(coordinator, "upgrade");

        assertThat(upgraded.err).isEmpty();
        assertThat(upgraded.exitCode).isZero();
        assertThat(distribution())
                .contains(
                        "counterfoil_message_failure message_hash",
                        "counterfoil_console_audit subject",
                        "counterfoil_outbox place",
                        "counterfoil_operation reference");
        assertThat(on(nodes.get(1), "verify").out.lines()).hasSize(4).allMatch(line -> line.endsWith(": complete"));
        assertThat(number("SELECT count(*) FROM counterfoil_console_audit")).isOne();
    }

    @Test
    void tablesOfTheOtherWay_areRefused() {
        on(coordinator, "upgrade", everyFeature("by-client"));

        Result verified = on(coordinator, "verify");

        assertThat(verified.exitCode).isEqualTo(2);
        assertThat(verified.err).contains("is distributed by client, and must be by request_id");
        assertThat(verified.err.lines()).hasSize(1);
    }

    @Test
    void dryRun_changesNothing() throws SQLException {
        Result dry = on(coordinator, "upgrade", "records", "console", "--dry-run");

        assertThat(dry.out).contains("create_distributed_table('counterfoil_record', 'request_id')");
        assertThat(dry.exitCode).isZero();
        assertThat(distribution()).isEmpty();
    }
}
