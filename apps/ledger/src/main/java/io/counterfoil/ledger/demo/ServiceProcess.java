package io.counterfoil.ledger.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.samples.support.launch.LaunchException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The service in a child process. Restarts keep its port. Used by one thread at a time.
 *
 * <p>The database's password is passed in a file, because other users can read the arguments of a process.
 */
final class ServiceProcess implements Closeable, Killer.Service {

    private static final String URL_LINE = "  URL ";
    private static final long START_LIMIT_SECONDS = 120;
    private static final long STOP_LIMIT_SECONDS = 15;

    private final List<String> command;
    private final ConnectionSettings database;
    private final Path passwordFile;
    private volatile Process process;
    private volatile URI url;

    private ServiceProcess(List<String> command, ConnectionSettings database, Path passwordFile)
            throws InterruptedException {
        this.command = List.copyOf(command);
        this.database = database;
        this.passwordFile = passwordFile;
        this.process = launch(0);
        this.url = awaitUrl(process);
    }

    /**
     * Starts it on a free port, and returns when it answers.
     *
     * @param command the command line of its JVM, without the program's arguments
     * @param directory a directory for its files that other users cannot read
     * @throws LaunchException when it does not start
     */
    static ServiceProcess start(List<String> command, ConnectionSettings database, Path directory)
            throws InterruptedException {
        Path passwordFile = directory.resolve("pgpass");
        String password = database.password() == null ? "" : database.password();
        try {
            Files.writeString(
                    passwordFile, "*:*:*:*:" + password.replace("\\", "\\\\").replace(":", "\\:") + "\n");
        } catch (IOException e) {
            throw new LaunchException("%s is not writable: %s".formatted(passwordFile, e), e);
        }
        return new ServiceProcess(command, database, passwordFile);
    }

    /** Its address. */
    URI url() {
        return url;
    }

    /** Kills it, with SIGKILL where the platform has signals. */
    @Override
    public void killAndRestart() throws InterruptedException {
        process.destroyForcibly().waitFor();
        process = launch(url.getPort());
        url = awaitUrl(process);
    }

    /** Stops it, and kills it if it has not ended after some seconds. */
    @Override
    public void close() {
        end(process);
    }

    private static void end(Process process) {
        process.destroy();
        process.onExit()
                .completeOnTimeout(process, STOP_LIMIT_SECONDS, TimeUnit.SECONDS)
                .join()
                .destroyForcibly();
    }

    private Process launch(int port) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of("--port", Integer.toString(port), "--database-url", databaseUrl()));
        ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
        builder.environment().put("PGPASSFILE", passwordFile.toString());
        try {
            return builder.start();
        } catch (IOException e) {
            throw new LaunchException("the service did not start: " + e.getMessage(), e);
        }
    }

    private String databaseUrl() {
        String user = database.username();
        String url = database.jdbcUrl();
        return user == null ? url : url + (url.contains("?") ? '&' : '?') + "user=" + URLEncoder.encode(user, UTF_8);
    }

    private static URI awaitUrl(Process process) throws InterruptedException {
        BlockingQueue<String> said = new LinkedBlockingQueue<>();
        Thread reader = new Thread(() -> read(process, said), "demo-service-output");
        reader.setDaemon(true);
        reader.start();
        boolean started = false;
        try {
            String line = said.poll(START_LIMIT_SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                throw new LaunchException("the service did not start within %s seconds".formatted(START_LIMIT_SECONDS));
            }
            if (!line.startsWith(URL_LINE)) {
                throw new LaunchException("the service did not start: " + line);
            }
            started = true;
            return URI.create(line.substring(URL_LINE.length()).strip());
        } finally {
            if (!started) {
                end(process);
            }
        }
    }

    /**
     * Reports the line with the URL and the last line. Reads all output, because the process would block on a full
     * pipe.
     */
    private static void read(Process process, BlockingQueue<String> said) {
        String last = "it printed no message";
        try (BufferedReader output = process.inputReader(UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(URL_LINE)) {
                    said.add(line);
                }
                last = line;
            }
            said.add(last);
        } catch (IOException e) {
            said.add(e.toString());
        }
    }
}
