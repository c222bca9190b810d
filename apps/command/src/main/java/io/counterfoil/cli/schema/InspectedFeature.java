package io.counterfoil.cli.schema;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.TableInspection;
import io.counterfoil.jdbc.schema.TableSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/** A feature, with what of its tables is in a database. */
record InspectedFeature(String name, TableSchema schema, TableInspection found) {

    /**
     * Those that are named; of all, those that have a table, where none is named.
     *
     * @throws CommandLine.ParameterException when one is unknown, or does not support the database
     */
    static List<InspectedFeature> of(Connection connection, SqlDialect dialect, List<String> names, CommandLine command)
            throws SQLException {
        List<InspectedFeature> inspected = new ArrayList<>();
        for (String name : names.isEmpty() ? Features.ALL : names) {
            Optional<TableSchema> schema = names.isEmpty()
                    ? Features.find(name, dialect, command)
                    : Optional.of(Features.require(name, dialect, command));
            if (schema.isPresent()) {
                TableInspection found = schema.get().inspect(connection, dialect);
                if (!names.isEmpty() || !found.tables().isEmpty()) {
                    inspected.add(new InspectedFeature(name, schema.get(), found));
                }
            }
        }
        return inspected;
    }

    /** In one line. */
    String summary() {
        String state = found.isComplete() ? "complete" : found.tables().isEmpty() ? "not there" : "not complete";
        return name + ": " + state
                + (found.version().isPresent() ? ", version " + found.version().getAsInt() : "");
    }
}
