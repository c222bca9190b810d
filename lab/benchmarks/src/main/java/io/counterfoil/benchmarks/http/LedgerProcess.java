package io.counterfoil.benchmarks.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.startup.ExpandWar;

/** The ledger as started by {@code ./run}. */
public final class LedgerProcess implements AutoCloseable {

    private static final String URL_LINE = "  URL ";
    private static final long START_SECONDS = 600;
    private static final long STOP_SECONDS = 60;

    private final Path data;
    private final Process process;
    private final CompletableFuture<URI> url = new CompletableFuture<>();

    /**
     * Starts the ledger with its own database in a temporary directory; returns when it responds.
     *
     * @param home the directory of the script
     * @throws Exception if it does not start; nothing remains running
     */
    public LedgerProcess(Path home) throws Exception {
        this(home, Files.createTempDirectory("counterfoil-bench-"), List.of());
    }

    /**
     * Starts the ledger on an existing database.
     *
     * @param databaseUrl the value of {@code --database-url}
     */
    public LedgerProcess(Path home, String databaseUrl) throws Exception {
        this(home, Files.createTempDirectory("counterfoil-bench-"), List.of("--database-url", databaseUrl));
    }

    /**
     * Starts another service.
     *
     * @param command must print the service's URL as {@code ./run} does
     */
    public LedgerProcess(List<String> command) throws Exception {
        this(command, Files.createTempDirectory("counterfoil-bench-"));
    }

    private LedgerProcess(Path home, Path data, List<String> database) throws Exception {
        this(command(home, database.isEmpty() ? List.of("--data-dir", data.toString()) : database), data);
    }

    private static List<String> command(Path home, List<String> database) {
        List<String> command = new ArrayList<>(List.of(home.resolve("run").toString(), "--port", "0"));
        command.addAll(database);
        return command;
    }

    private LedgerProcess(List<String> command, Path data) throws Exception {
        this.data = data;
        ProcessBuilder run = new ProcessBuilder(command).redirectErrorStream(true);
        // The load keeps its connections; Tomcat would close each after a hundred requests, or while another contestant
        // has its turn.
        run.environment().put("SERVER_TOMCAT_MAX_KEEP_ALIVE_REQUESTS", "-1");
        run.environment().put("SERVER_TOMCAT_KEEP_ALIVE_TIMEOUT", "1h");
        process = run.start();
        Thread reader = new Thread(this::read, "ledger-output");
        reader.setDaemon(true);
        reader.start();
        try {
            url.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (Exception failed) {
            close();
            throw failed;
        }
    }

    /** The port on 127.0.0.1. */
    public int port() {
        return url.join().getPort();
    }

    /** Reads the output to its end; otherwise the service would block on a full pipe. */
    private void read() {
        String last = "no output";
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(URL_LINE)) {
                    url.complete(URI.create(line.substring(URL_LINE.length()).strip()));
                }
                last = line;
            }
            url.completeExceptionally(new IOException("the ledger did not start: " + last));
        } catch (IOException broken) {
            url.completeExceptionally(broken);
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit()
                .completeOnTimeout(process, STOP_SECONDS, TimeUnit.SECONDS)
                .join();
        process.destroyForcibly();
        ExpandWar.delete(data.toFile());
    }
}
