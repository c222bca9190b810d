package io.counterfoil.samples.support.database;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the server of a data directory again whenever it has ended, on the same port, until {@link #close}. A server that cannot write its
 * log ahead, as on a full disk, ends itself; it starts again when there is room.
 *
 * <p>One attempt every three seconds, and one log line for each end and each recovery. Thread-safe.
 */
final class Postmaster implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Postmaster.class);
    private static final long PAUSE_SECONDS = 3;
    private static final long POLL_MILLIS = 100;

    private final DataDirectory directory;
    private final List<String> command;
    private final CountDownLatch closed = new CountDownLatch(1);

    private Postmaster(DataDirectory directory, List<String> command) {
        this.directory = directory;
        this.command = command;
    }

    /** Watches a server that accepts connections, on a daemon thread. */
    static Postmaster watch(DataDirectory directory) throws IOException {
        ProcessHandle server = PostmasterPid.process(directory.postgresql())
                .orElseThrow(() -> new IOException("the server has ended"));
        Postmaster postmaster = new Postmaster(directory, command(server.info()));
        Thread watcher = new Thread(() -> postmaster.keepRunning(server), "postmaster");
        watcher.setDaemon(true);
        watcher.start();
        return postmaster;
    }

    /** Starts the server no more. After it, no start is in progress; a server that runs is left running. */
    @Override
    public void close() {
        closed.countDown();
        synchronized (this) {
            // An attempt that was in progress has ended.
        }
    }

    /** As the system shows it; empty where it does not. */
    private static List<String> command(ProcessHandle.Info info) {
        List<String> command = new ArrayList<>();
        if (info.command().isPresent() && info.arguments().isPresent()) {
            if (LinuxUtils.isUnshareAvailable()) {
                command.addAll(List.of("unshare", "-U"));
            }
            command.add(info.command().get());
            command.addAll(List.of(info.arguments().get()));
        }
        return command;
    }

    private void keepRunning(ProcessHandle first) {
        try {
            ProcessHandle server = first;
            while (true) {
                server.onExit().join();
                if (closed.getCount() == 0) {
                    return;
                }
                LOG.error(
                        "PostgreSQL in {} has ended by itself; its log is {}. {}",
                        directory.root(),
                        directory.log(),
                        command.isEmpty() ? "Start this program again" : "It is started again as soon as it can be");
                if (command.isEmpty()) {
                    return;
                }
                do {
                    if (closed.await(PAUSE_SECONDS, TimeUnit.SECONDS)) {
                        return;
                    }
                    server = attempt(server);
                } while (!server.isAlive());
                if (closed.getCount() > 0) {
                    LOG.warn("PostgreSQL in {} runs again", directory.root());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One start: returns when the server accepts connections or has ended. */
    private synchronized ProcessHandle attempt(ProcessHandle ended) throws InterruptedException {
        if (closed.getCount() == 0) {
            return ended;
        }
        try {
            PostmasterPid.clear(directory.postgresql());
            ProcessBuilder.Redirect log =
                    ProcessBuilder.Redirect.appendTo(directory.log().toFile());
            Process server = new ProcessBuilder(command)
                    .redirectOutput(log)
                    .redirectError(log)
                    .start();
            while (server.isAlive() && !PostmasterPid.isReady(directory.postgresql(), server.pid())) {
                if (closed.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    server.destroy();
                    server.waitFor();
                }
            }
            return server.toHandle();
        } catch (IOException e) {
            LOG.debug("PostgreSQL in {} cannot be started yet", directory.root(), e);
            return ended;
        }
    }
}
