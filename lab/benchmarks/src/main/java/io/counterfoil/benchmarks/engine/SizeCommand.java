package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.ReportCommand;
import io.counterfoil.benchmarks.load.TurnOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ./bench size}. */
@Command(
        name = "size",
        mixinStandardHelpOptions = true,
        description = {
            "Requests on a large table of records beside those on a small one, with UUIDv7 and with random keys, and the removal of its expired records"
                    + " beside requests: in batches, as the product does, and by dropping partitions.",
            "Starts a private, durable PostgreSQL on 127.0.0.1, and deletes it afterwards, also after Ctrl-C."
        })
public final class SizeCommand extends ReportCommand {

    private static final int THREADS = 8;

    /** With its indexes, and the temporary files of their build. */
    private static final long BYTES_OF_A_RECORD = 600;

    /** The log between two checkpoints. */
    private static final long BYTES_BESIDES = 8L << 30;

    @Mixin
    private final TurnOptions extent = new TurnOptions(5, 2, 3);

    @Option(names = "--records", paramLabel = "N", description = "Records on a table. Default: ${DEFAULT-VALUE}")
    private int records = 1_000_000;

    @Option(
            names = "--expired",
            paramLabel = "N",
            description = "How many of them have expired, the oldest. Default: ${DEFAULT-VALUE}")
    private int expired = 100_000;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Parent of the database's directory. Default: the system's temporary directory.")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

    @Override
    protected Map<String, Callable<String>> measurements() throws IOException {
        requireBetween("--records", 20_000, 1_000_000_000, records);
        requireBetween("--expired", 1000, records / 2.0, expired);
        long needed = BYTES_OF_A_RECORD * records + BYTES_BESIDES;
        long room = Files.getFileStore(directory).getUsableSpace();
        if (room < needed) {
            throw invalid("%,d records need %,d MB in %s, which has %,d MB"
                    .formatted(records, needed >> 20, directory, room >> 20));
        }
        return Map.of("size", this::measure);
    }

    private String measure() throws Exception {
        try (Database database = Database.startToBeFilled(directory)) {
            return "%s. PostgreSQL %s, durable. %s"
                    .formatted(
                            Machine.withJava(),
                            database.version(),
                            new SizePart(records, expired, extent.effort(List.of(THREADS)), out()).run(database));
        }
    }
}
