package io.counterfoil.cli.schema;

import io.counterfoil.jdbc.dialect.SqlDialect;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** What a command does with the features of a database; failures are one line on standard error. */
@FunctionalInterface
interface DatabaseWork {

    /** Does it, and returns the exit code. */
    int run(Connection connection, SqlDialect dialect, List<InspectedFeature> features, PrintWriter out)
            throws SQLException;

    /**
     * Opens a connection, inspects the features, and does the work.
     *
     * @param names of the features; none for those that are there
     */
    static int run(
            DatabaseOptions database,
            Map<String, String> environment,
            List<String> names,
            CommandLine command,
            DatabaseWork work) {
        PrintWriter out = command.getOut();
        try (Connection connection = database.connect(environment, command)) {
            SqlDialect dialect = database.dialect(connection, command);
            List<InspectedFeature> features = InspectedFeature.of(connection, dialect, names, command);
            if (features.isEmpty()) {
                out.println("no tables of this library in " + database.location() + place(connection)
                        + "; 'schema upgrade FEATURE' creates those of a feature");
                return ExitCode.SOFTWARE;
            }
            return work.run(connection, dialect, features, out);
        } catch (SQLException | IllegalStateException failure) {
            String message = String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
            command.getErr().println("counterfoil: " + database.location() + ": " + message);
            return ExitCode.USAGE;
        } finally {
            out.flush();
            command.getErr().flush();
        }
    }

    /** Where was looked, and as whom: tables may be in a schema that is not searched, or that the user has no right to. */
    private static String place(Connection connection) throws SQLException {
        String schema = connection.getSchema();
        String catalog = connection.getCatalog();
        String where = schema != null
                ? ", schema " + schema
                : catalog != null ? ", database " + catalog : ", without a database";
        return where + ", as user " + connection.getMetaData().getUserName();
    }
}
