package io.counterfoil.benchmarks;

import io.counterfoil.benchmarks.bulk.BulkCommand;
import io.counterfoil.benchmarks.charts.ChartsCommand;
import io.counterfoil.benchmarks.engine.EngineCommand;
import io.counterfoil.benchmarks.engine.SizeCommand;
import io.counterfoil.benchmarks.http.HttpCommand;
import io.counterfoil.benchmarks.ids.IdsCommand;
import io.counterfoil.benchmarks.ledger.LedgerCommand;
import io.counterfoil.benchmarks.locality.LocalityCommand;
import io.counterfoil.benchmarks.messaging.MessagingCommand;
import io.counterfoil.benchmarks.order.OrderCommand;
import io.counterfoil.benchmarks.outbox.OutboxCommand;
import io.counterfoil.benchmarks.scale.ScaleCommand;
import io.counterfoil.benchmarks.story.StoryCommand;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry point of {@code ./bench}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures Counterfoil and its peers.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            IdsCommand.class,
            LocalityCommand.class,
            OrderCommand.class,
            EngineCommand.class,
            SizeCommand.class,
            HttpCommand.class,
            LedgerCommand.class,
            BulkCommand.class,
            MessagingCommand.class,
            OutboxCommand.class,
            StoryCommand.class,
            ScaleCommand.class,
            ChartsCommand.class
        })
public final class Main {

    private Main() {}

    /** The root command. */
    public static CommandLine command() {
        return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** Runs a command; exits with 0 on success, 2 for an invalid command line, and 1 for other failures. */
    public static void main(String[] args) {
        // The documents' digits, whatever the machine's are.
        Locale.setDefault(Locale.ROOT);
        System.exit(command().execute(args));
    }
}
