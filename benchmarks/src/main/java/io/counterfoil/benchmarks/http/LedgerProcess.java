package io.counterfoil.benchmarks.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.startup.ExpandWar;

/** The ledger as its users start it, by {@code ./run}, with a database of its own in a temporary directory. */
final class LedgerProcess implements AutoCloseable {

    private static final String URL_LINE = "  URL ";
    private static final long START_SECONDS = 600;
    private static final long STOP_SECONDS = 60;

    private final Path data;
    private final Process process;
    private final CompletableFuture<URI> url = new CompletableFuture<>();

    /**
     * Starts it, and returns when it answers.
     *
     * @param home the directory of the script
     * @throws Exception when it does not start; nothing is left running
     */
    LedgerProcess(Path home) throws Exception {
        data = Files.createTempDirectory("counterfoil-bench-");
        ProcessBuilder run = new ProcessBuilder(
                        home.resolve("run").toString(), "--port", "0", "--data-dir", data.toString())
                .redirectErrorStream(true);
        // The load keeps its connections; Tomcat would end each after a hundred requests.
        run.environment().put("SERVER_TOMCAT_MAX_KEEP_ALIVE_REQUESTS", "-1");
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

    /** Where it answers on 127.0.0.1. */
    int port() {
        return url.join().getPort();
    }

    /** To the end of the output, or the service would wait for a reader. */
    private void read() {
        String last = "it said nothing";
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
