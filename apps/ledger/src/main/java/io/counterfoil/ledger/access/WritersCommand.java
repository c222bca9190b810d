package io.counterfoil.ledger.access;

import static java.util.Objects.requireNonNull;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.launch.Storage;
import io.counterfoil.samples.support.launch.LaunchException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The subcommand {@code writers}: shares a ledger with clients by name, whether the service is running or not.
 *
 * <p>Exit codes: 0 success; 1 unknown ledger or unreachable database; 2 invalid command line.
 */
@Command(
        name = "writers",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Shares a ledger with clients: they may write to it besides its owner, where --api-keys are required.",
            "Prints the ledger's owner and then its writers, one a line."
        })
public final class WritersCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "LEDGER", description = "The ledger's ID, ldg_...")
    private String ledger = "";

    @Option(names = "--add", paramLabel = "CLIENT", description = "A client that may write from now on; repeatable.")
    private List<String> added = List.of();

    @Option(
            names = "--remove",
            paramLabel = "CLIENT",
            description = "A client that may no longer write, with immediate effect; repeatable.")
    private List<String> removed = List.of();

    @Mixin
    private Storage storage = new Storage();

    /** For picocli to make. */
    public WritersCommand() {}

    @Override
    public Integer call() {
        LedgerId id = LedgerId.TYPE.tryParse(ledger).orElseThrow(() -> wrong("LEDGER must be a ledger's ID, ldg_..."));
        List<ClientId> adding = added.stream().map(this::client).toList();
        List<ClientId> removing = removed.stream().map(this::client).toList();
        List<String> clients = ApiKeyCommand.on(storage, jdbc -> {
            String owner = owner(jdbc, id).orElseThrow(() -> new LaunchException("there is no ledger " + id));
            Writers writers = new Writers(jdbc);
            removing.forEach(client -> writers.remove(id, client));
            for (ClientId client : adding) {
                if (!writers.add(id, client)) {
                    throw new LaunchException(
                            "%s is one too many: a ledger has at most %s writers".formatted(client, Writers.MAX));
                }
            }
            return Stream.concat(Stream.of(ClientId.ofStored(owner)), writers.of(id).stream())
                    .map(ClientId::toString)
                    .toList();
        });
        clients.forEach(requireNonNull(spec, "set by picocli").commandLine().getOut()::println);
        return ExitCode.OK;
    }

    private static Optional<String> owner(JdbcClient jdbc, LedgerId ledger) {
        return jdbc.sql("SELECT client FROM ledger WHERE id = ? AND deleted_at IS NULL")
                .param(ledger.value())
                .query(String.class)
                .optional();
    }

    private ClientId client(String name) {
        try {
            return ClientId.of(name);
        } catch (InvalidIdentifierException invalid) {
            throw wrong("CLIENT " + invalid.reason());
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(requireNonNull(spec, "set by picocli").commandLine(), message);
    }
}
