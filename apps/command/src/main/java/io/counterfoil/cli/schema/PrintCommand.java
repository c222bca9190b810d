package io.counterfoil.cli.schema;

import static java.util.Objects.requireNonNull;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.dialect.UnsupportedDatabaseException;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.story.text.Visible;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The subcommand {@code schema print}: prints the statements that create the tables of features, for migrations; of all that support the
 * database, unless some are named. The scripts are those of the libraries; each statement can be run again.
 *
 * <p>Exit codes: 0 for success; 2 for an invalid command line, or a feature that does not support the database.
 */
@Command(
        name = "print",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Prints the statements that create the tables of features. Each can be run again.")
final class PrintCommand implements Runnable {

    private static final String RECORDS = "records";

    /** In the names of the scripts. */
    private static final List<String> FEATURES =
            List.of(RECORDS, "messaging", "references", "batches", "creations", "operations", "journal", "machine-ids");

    private static final String BY_KEY = "by-key";

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "FEATURE",
            arity = "0..*",
            description =
                    "records, messaging, references, batches, creations, operations, journal or machine-ids. Default: all that support the database.")
    private List<String> features = List.of();

    @Option(
            names = "--database",
            paramLabel = "DATABASE",
            defaultValue = "postgresql",
            description = "postgresql, mariadb, mysql or h2. Default: ${DEFAULT-VALUE}.")
    private String database = "postgresql";

    @Option(
            names = "--citus",
            paramLabel = "WAY",
            arity = "0..1",
            fallbackValue = BY_KEY,
            description = "Also the statements that distribute the tables over the nodes of Citus: by-key or by-client."
                    + " Default: by-key. To be run on the coordinator.")
    private @Nullable String citus;

    PrintCommand() {}

    @Override
    public void run() {
        SqlDialect dialect = dialect();
        String scripts = features.isEmpty()
                ? FEATURES.stream()
                        .flatMap(feature -> find(feature, dialect).stream())
                        .collect(Collectors.joining("\n"))
                : features.stream().map(feature -> script(feature, dialect)).collect(Collectors.joining("\n"));
        PrintWriter out = command().commandLine().getOut();
        out.print(scripts);
        out.flush();
    }

    private SqlDialect dialect() {
        SqlDialect plain = switch (database) {
            case "postgresql" -> Dialects.POSTGRESQL;
            case "mariadb", "mysql" -> Dialects.MYSQL;
            case "h2" -> Dialects.H2;
            default ->
                throw wrong("unknown database '%s'; known databases: postgresql, mariadb, mysql, h2"
                        .formatted(Visible.of(database, 40)));
        };
        if (citus == null) {
            return plain;
        }
        if (plain != Dialects.POSTGRESQL) {
            throw wrong("--citus is an extension of postgresql, and --database is " + database);
        }
        return switch (citus) {
            case BY_KEY -> CitusDialect.BY_KEY;
            case "by-client" -> CitusDialect.BY_CLIENT;
            default -> throw wrong("--citus must be by-key or by-client, is '%s'".formatted(Visible.of(citus, 40)));
        };
    }

    private String script(String feature, SqlDialect dialect) {
        if (!FEATURES.contains(feature)) {
            throw wrong("unknown feature '%s'; known features: %s"
                    .formatted(Visible.of(feature, 40), String.join(", ", FEATURES)));
        }
        return find(feature, dialect)
                .orElseThrow(() -> wrong("%s cannot be on %s: there are no scripts for it"
                        .formatted(feature, String.join(", ", dialect.products()))));
    }

    /** Empty where the feature does not support the database. */
    private static Optional<String> find(String feature, SqlDialect dialect) {
        TableSchema schema =
                feature.equals(RECORDS) ? JdbcSchema.SCHEMA : TableSchema.of(PrintCommand.class, feature, feature);
        try {
            return Optional.of(schema.script(dialect));
        } catch (UnsupportedDatabaseException unsupported) {
            return Optional.empty();
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command().commandLine(), message);
    }

    private CommandSpec command() {
        return requireNonNull(spec, "set by picocli");
    }
}
