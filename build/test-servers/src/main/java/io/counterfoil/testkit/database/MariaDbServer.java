package io.counterfoil.testkit.database;

import io.counterfoil.testkit.network.ReservedPort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server with its own directory that runs until the JVM ends. */
final class MariaDbServer {

    static final String USER = "test";

    private static final String HOST = "127.0.0.1";
    private static final long START_LIMIT_SECONDS = 300;
    private static final long STOP_LIMIT_SECONDS = 20;
    private static final int LAST_LINES = 20;

    private final Path directory;
    private final Process process;
    private final int port;
    private final String password;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

    private MariaDbServer(Path directory, Process process, int port, String password) {
        this.directory = directory;
        this.process = process;
        this.port = port;
        this.password = password;
    }

    static MariaDbServer start(int maxConnections) throws IOException {
        Path directory = Directories.temporary("mariadb");
        try {
            MariaDbPrograms programs = MariaDbPrograms.ofThisBuild();
            programs.requireThatTheyRun();
            Directories.copy(programs.data(), directory.resolve("data"));
            try (ReservedPort port = ReservedPort.forServer()) {
                return start(programs, directory, port.number(), maxConnections);
            }
        } catch (InterruptedException interrupted) {
            Directories.removeAfter(interrupted, directory);
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while MariaDB was started", interrupted);
        } catch (IOException | RuntimeException refused) {
            Directories.removeAfter(refused, directory);
            throw refused;
        }
    }

    private static MariaDbServer start(MariaDbPrograms programs, Path directory, int port, int maxConnections)
            throws IOException, InterruptedException {
        String password = UUID.randomUUID().toString();
        Process process = programs.server(List.of(
                        "--console",
                        "--datadir=" + directory.resolve("data"),
                        "--tmpdir=" + directory,
                        "--socket=" + directory.resolve("socket"),
                        "--port=" + port,
                        "--bind-address=" + HOST,
                        "--init-file=" + users(directory, password),
                        "--max-connections=" + maxConnections,
                        "--innodb-lock-wait-timeout=600",
                        "--character-set-server=utf8mb4",
                        "--skip-name-resolve",
                        // Otherwise it generates a key and a certificate, which takes seconds.
                        "--skip-ssl"))
                .start();
        MariaDbServer server = new MariaDbServer(directory, process, port, password);
        try {
            server.awaitReady();
        } catch (IOException | InterruptedException failed) {
            process.destroyForcibly().waitFor();
            throw failed;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(server::stop, "counterfoil-mariadb-stop"));
        return server;
    }

    /** Writes the statements for the start of the server, one per line. */
    private static Path users(Path directory, String password) throws IOException {
        String user = "'%s'@'%s'".formatted(USER, HOST);
        return Files.write(
                directory.resolve("users.sql"),
                List.of(
                        "CREATE USER %s IDENTIFIED BY '%s';".formatted(user, password),
                        "GRANT ALL PRIVILEGES ON *.* TO %s WITH GRANT OPTION;".formatted(user)));
    }

    private void awaitReady() throws IOException, InterruptedException {
        Thread reader = new Thread(this::read, "counterfoil-mariadb-output");
        reader.setDaemon(true);
        reader.start();
        try {
            ready.get(START_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw new IOException("MariaDB did not start", failed.getCause());
        } catch (TimeoutException late) {
            throw new IOException("MariaDB did not start within %s s".formatted(START_LIMIT_SECONDS), late);
        }
    }

    /** Reads to the end; otherwise the server would block on its full output pipe. */
    private void read() {
        Deque<String> last = new ArrayDeque<>();
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.contains("ready for connections")) {
                    ready.complete(true);
                }
                last.addLast(line);
                if (last.size() > LAST_LINES) {
                    last.removeFirst();
                }
            }
            ready.completeExceptionally(new IOException("MariaDB ended; its last output:\n" + String.join("\n", last)));
        } catch (IOException unreadable) {
            ready.completeExceptionally(unreadable);
        }
    }

    String url(String database) {
        return "jdbc:mariadb://" + HOST + ":" + port + "/" + database;
    }

    String password() {
        return password;
    }

    private void stop() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            Directories.remove(directory);
        } catch (IOException left) {
            throw new UncheckedIOException("cannot delete the directory of the embedded MariaDB, " + directory, left);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(
                    "cannot delete the directory of the embedded MariaDB, " + directory, interrupted);
        }
    }
}
