package io.counterfoil.ledger.access;

import static java.util.Objects.requireNonNull;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.ledger.launch.Storage;
import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.samples.support.launch.LaunchException;
import io.counterfoil.samples.support.launch.Program;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The subcommand {@code api-key}: creates, lists and revokes API keys, whether the service is running or not.
 *
 * <p>Exit codes: 0 success; 1 unknown key or unreachable database; 2 invalid command line.
 */
@Command(
        name = "api-key",
        sortOptions = false,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Creates, lists and revokes the API keys that a service started with --api-keys requires.")
public final class ApiKeyCommand implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = picocli.CommandLine.ScopeType.INHERIT,
            description = "Show this help and exit.")
    @SuppressWarnings("UnusedVariable") // picocli evaluates it
    private boolean help;

    /** For picocli to make. */
    public ApiKeyCommand() {}

    @Override
    public void run() {
        throw wrong("api-key needs a command: create, list or revoke");
    }

    @Command(
            name = "create",
            description = {
                "Creates a key and prints it. The key cannot be printed again: only its hash is stored.",
                "An owner may have several keys; all of them identify one client."
            })
    int create(
            @Parameters(paramLabel = "OWNER", description = "The client's name, 1 to 255 bytes of UTF-8.") String owner,
            @Mixin Storage storage) {
        ClientId client = client(owner);
        ApiKeys.Issued issued = on(storage, jdbc -> new ApiKeys(jdbc).issue(client));
        // Standard output has only the key, so that a script can read it.
        out().println(issued.secret().reveal());
        err().printf("Created %s for owner %s. Send it as Authorization: Bearer KEY%n", issued.id(), client);
        return ExitCode.OK;
    }

    @Command(name = "list", description = "Lists the IDs of all keys, revoked ones included, without their secrets.")
    int list(@Mixin Storage storage) {
        List<ApiKey> keys = on(storage, jdbc -> new ApiKeys(jdbc).all());
        for (ApiKey key : keys) {
            String revoked = key.revokedAt()
                    .map(at -> "revoked " + at.truncatedTo(ChronoUnit.SECONDS))
                    .orElse("good");
            out().printf(
                            "%s  %s  %-28s  %s%n",
                            key.id(), key.createdAt().truncatedTo(ChronoUnit.SECONDS), revoked, key.owner());
        }
        return ExitCode.OK;
    }

    @Command(name = "revoke", description = "Revokes a key, with immediate effect.")
    int revoke(
            @Parameters(paramLabel = "ID", description = "The key's ID, key_..., as printed by list.") String id,
            @Mixin Storage storage) {
        ApiKeyId key =
                ApiKeyId.TYPE.tryParse(id).orElseThrow(() -> wrong("ID must be a key ID, key_..., as printed by list"));
        if (!on(storage, jdbc -> new ApiKeys(jdbc).revoke(key))) {
            throw new LaunchException("there is no API key " + key);
        }
        err().printf("%s is revoked.%n", key);
        return ExitCode.OK;
    }

    private ClientId client(String owner) {
        try {
            return ClientId.of(owner);
        } catch (InvalidIdentifierException invalid) {
            throw wrong("OWNER " + invalid.reason());
        }
    }

    /** Works on the database; creates the schema first where it is new. */
    static <T> T on(Storage storage, Function<JdbcClient, T> work) {
        Program.quietUntilLoggingIsConfigured();
        return storage.use(connection -> work.apply(migrated(connection)));
    }

    private static JdbcClient migrated(ConnectionSettings connection) {
        DriverManagerDataSource database = new DriverManagerDataSource(connection.jdbcUrl(), connection.toProperties());
        Flyway.configure().dataSource(database).load().migrate();
        return JdbcClient.create(database);
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command().commandLine(), message);
    }

    private PrintWriter out() {
        return command().commandLine().getOut();
    }

    private PrintWriter err() {
        return command().commandLine().getErr();
    }

    private CommandSpec command() {
        return requireNonNull(spec, "set by picocli");
    }
}
