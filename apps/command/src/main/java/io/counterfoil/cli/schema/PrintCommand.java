package io.counterfoil.cli.schema;

import static java.util.Objects.requireNonNull;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.story.text.Visible;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
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

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "FEATURE",
            arity = "0..*",
            description =
                    "records, messaging, references, batches, creations, operations, journal, console or machine-ids. Default: all that support the database.")
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
            fallbackValue = Distribution.BY_KEY,
            description = "Also the statements that distribute the tables over the nodes of Citus: by-key or by-client."
                    + " Default: by-key. To be run on the coordinator.")
    private @Nullable String citus;

    PrintCommand() {}

    @Override
    public void run() {
        SqlDialect dialect = dialect();
        CommandLine line = command().commandLine();
        Stream<TableSchema> schemas = features.isEmpty()
                ? Features.ALL.stream().flatMap(feature -> Features.find(feature, dialect, line).stream())
                : features.stream().map(feature -> Features.require(feature, dialect, line));
        String scripts = schemas.map(schema -> schema.script(dialect)).collect(Collectors.joining("\n"));
        PrintWriter out = line.getOut();
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
        return Distribution.dialect(citus, command().commandLine());
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command().commandLine(), message);
    }

    private CommandSpec command() {
        return requireNonNull(spec, "set by picocli");
    }
}
