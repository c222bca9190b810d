package io.counterfoil.cli.schema;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.dialect.UnsupportedDatabaseException;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.story.text.Visible;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The features that have tables. Their scripts are resources of the libraries, which are read without the classes. */
final class Features {

    private static final String RECORDS = "records";

    /** In the names of the scripts, and in their order. */
    static final List<String> ALL = List.of(
            RECORDS,
            "messaging",
            "references",
            "batches",
            "creations",
            "operations",
            "journal",
            "console",
            "machine-ids");

    private Features() {}

    /**
     * The tables of a feature; empty where it does not support the database.
     *
     * @throws ParameterException when there is no such feature
     */
    static Optional<TableSchema> find(String feature, SqlDialect dialect, CommandLine command) {
        if (!ALL.contains(feature)) {
            throw new ParameterException(
                    command,
                    "unknown feature '%s'; known features: %s"
                            .formatted(Visible.of(feature, 40), String.join(", ", ALL)));
        }
        TableSchema schema = schema(feature);
        try {
            schema.resources(dialect);
            return Optional.of(schema);
        } catch (UnsupportedDatabaseException unsupported) {
            return Optional.empty();
        }
    }

    /** As {@link #find}, for a feature that was named. */
    static TableSchema require(String feature, SqlDialect dialect, CommandLine command) {
        return find(feature, dialect, command)
                .orElseThrow(() -> new ParameterException(
                        command,
                        "%s cannot be on %s: there are no scripts for it"
                                .formatted(feature, String.join(", ", dialect.products()))));
    }

    /** With the table by which the libraries too serialize the creation. */
    private static TableSchema schema(String feature) {
        return switch (feature) {
            case RECORDS -> JdbcSchema.SCHEMA;
            case "messaging" -> of(feature, "counterfoil_outbox_failure");
            case "references" -> of(feature, "counterfoil_reference");
            case "batches" -> of(feature, "counterfoil_batch_member");
            case "creations" -> of(feature, "counterfoil_creation");
            case "operations" -> of(feature, "counterfoil_callback_queue");
            case "journal" -> of(feature, "counterfoil_client_journal");
            case "console" -> of(feature, "counterfoil_console_audit");
            case "machine-ids" -> of(feature, "counterfoil_machine");
            default -> of(feature, "counterfoil_" + feature);
        };
    }

    private static TableSchema of(String feature, String table) {
        return TableSchema.of(Features.class, feature, table);
    }
}
