package io.counterfoil.benchmarks.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The ledger as its users start it, by {@code ./run}, with a database of its own in a directory that is not there yet. */
final class LedgerProcess implements AutoCloseable {

    private static final String URL_LINE = "  URL ";
    private static final long START_SECONDS = 600;
    private static final long STOP_SECONDS = 60;

    private final Process process;
    private final CompletableFuture<URI> url = new CompletableFuture<>();

    /**
     * Starts it, and returns when it answers.
     *
     * @param home the directory of the script
     * @throws IOException when it does not start
     */
    LedgerProcess(Path home, Path data) throws IOException {
        this.process = new ProcessBuilder(home.resolve("run").toString(), "--port", "0", "--data-dir", data.toString())
                .redirectErrorStream(true)
                .start();
        Thread reader = new Thread(this::read, "ledger-output");
        reader.setDaemon(true);
        reader.start();
        url.completeOnTimeout(URI.create("late:"), START_SECONDS, TimeUnit.SECONDS);
        if (port() < 0) {
            close();
            throw new IOException("the ledger did not start: " + url.join().getSchemeSpecificPart());
        }
    }

    /** Where it answers on 127.0.0.1. */
    int port() {
        return url.join().getPort();
    }

    /** Of the service's own JVM. */
    long pid() {
        return process.pid();
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
            url.complete(failed(last));
        } catch (IOException broken) {
            url.complete(failed(broken.toString()));
        }
    }

    private static URI failed(String why) {
        return URI.create("failed:" + why.replaceAll("[^A-Za-z0-9._-]+", "_"));
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit()
                .completeOnTimeout(process, STOP_SECONDS, TimeUnit.SECONDS)
                .join();
        process.destroyForcibly();
    }
}
