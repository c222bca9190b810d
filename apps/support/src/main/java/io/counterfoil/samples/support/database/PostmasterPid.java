package io.counterfoil.samples.support.database;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Removes what an earlier server with a {@code postmaster.pid} left behind, so that a new one can start. The caller has
 * locked the data directory, so the process that started the earlier server has ended.
 *
 * <p>A server outlives a killed JVM and continues to write to its data directory. It gets a fast shutdown ({@code
 * pg_ctl stop}), which ends its sessions and writes a checkpoint. It is recognized by the process ID in the file, by
 * its program, and by its working directory, which is the data directory; if the system does not show working
 * directories, by its start time, which is in the file too. No other process is ever signalled.
 *
 * <p>A file without a server is left to PostgreSQL, which detects that the process has ended, unless the ID belongs to
 * another program now, as is common after the restart of a container: PostgreSQL would mistake that program for a
 * server.
 */
final class PostmasterPid {

    /** How long a server may take to end its sessions and write its checkpoint. */
    static final Duration STOP_PATIENCE = Duration.ofMinutes(2);

    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(5);
    private static final int LINE_PID = 0;
    private static final int LINE_STARTED = 2;
    private static final int LINE_PORT = 3;
    private static final int LINE_STATUS = 7;

    private PostmasterPid() {}

    /**
     * Stops the server of this directory, if there is one, and waits until it has stopped, at most two minutes.
     *
     * @throws IOException if it does not stop, or the file cannot be read or deleted
     */
    static void clear(Path postgresql) throws IOException, InterruptedException {
        Path file = postgresql.resolve("postmaster.pid");
        if (!Files.exists(file)) {
            return;
        }
        List<String> lines = Files.readAllLines(file);
        Optional<ProcessHandle> process = lines.size() > LINE_STARTED
                ? ProcessHandle.of(Long.parseLong(lines.get(LINE_PID).strip()))
                : Optional.empty();
        if (process.isEmpty()) {
            return;
        }
        Optional<Path> program = process.get().info().command().map(Path::of);
        if (program.isEmpty()) {
            return;
        }
        if (serves(process.get(), program.get(), postgresql, lines)) {
            stop(program.get().resolveSibling("pg_ctl"), postgresql);
        } else {
            Files.delete(file);
        }
    }

    /**
     * The port on which a server of this directory accepts connections, according to its file; empty if none does.
     *
     * @throws IOException if the file cannot be read
     */
    static Optional<Integer> port(Path postgresql) throws IOException {
        Path file = postgresql.resolve("postmaster.pid");
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        boolean ready =
                lines.size() > LINE_STATUS && lines.get(LINE_STATUS).strip().equals("ready");
        return ready ? Optional.of(Integer.parseInt(lines.get(LINE_PORT).strip())) : Optional.empty();
    }

    /** The process that the file names, if it is running; for a server that was ready immediately before. */
    static Optional<ProcessHandle> process(Path postgresql) throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readAllLines(postgresql.resolve("postmaster.pid"))
                .get(LINE_PID)
                .strip()));
    }

    /** Whether the server with this process ID accepts connections, according to its file. */
    static boolean isReady(Path postgresql, long pid) throws IOException {
        Path file = postgresql.resolve("postmaster.pid");
        return port(postgresql).isPresent()
                && Files.readAllLines(file).get(LINE_PID).strip().equals(Long.toString(pid));
    }

    private static boolean serves(ProcessHandle process, Path program, Path postgresql, List<String> lines)
            throws IOException {
        if (!program.getFileName().toString().startsWith("postgres")) {
            return false;
        }
        Path workingDirectory = Path.of("/proc", Long.toString(process.pid()), "cwd");
        if (Files.exists(workingDirectory)) {
            return Files.isSameFile(workingDirectory, postgresql);
        }
        Instant recorded =
                Instant.ofEpochSecond(Long.parseLong(lines.get(LINE_STARTED).strip()));
        return process.info()
                .startInstant()
                .map(started -> Duration.between(recorded, started).abs().compareTo(CLOCK_TOLERANCE) <= 0)
                .orElse(false);
    }

    private static void stop(Path pgCtl, Path postgresql) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (LinuxUtils.isUnshareAvailable()) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(List.of(pgCtl.toString(), "stop", "-D", postgresql.toString(), "-m", "fast", "-w"));
        command.addAll(List.of("-t", Long.toString(STOP_PATIENCE.toSeconds())));
        Process stopping = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!stopping.waitFor(STOP_PATIENCE.toSeconds() + 5, TimeUnit.SECONDS) || stopping.exitValue() != 0) {
            throw new IOException(
                    "the server of an earlier run did not stop within " + STOP_PATIENCE.toSeconds() + " s");
        }
    }
}
