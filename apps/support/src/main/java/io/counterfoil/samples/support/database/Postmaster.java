package io.counterfoil.samples.support.database;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts the server of a data directory on the same port whenever it has ended, until {@link #close}. A server that
 * cannot write its WAL, such as on a full disk, ends itself; it starts again when there is space.
 *
 * <p>One attempt every three seconds, and one log line for each end and each restart. Thread-safe.
 */
final class Postmaster implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Postmaster.class);
    private static final long PAUSE_SECONDS = 3;
    private static final long POLL_MILLIS = 100;

    private final DataDirectory directory;
    private final List<String> command;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile ProcessHandle server;

    private Postmaster(DataDirectory directory, ProcessHandle server) {
        this.directory = directory;
        this.command = command(server.info());
        this.server = server;
    }

    /** Monitors a server that accepts connections, on a daemon thread. */
    static Postmaster watch(DataDirectory directory) throws IOException {
        ProcessHandle server = PostmasterPid.process(directory.postgresql())
                .orElseThrow(() -> new IOException("the server has ended"));
        Postmaster postmaster = new Postmaster(directory, server);
        Thread watcher = new Thread(postmaster::keepRunning, "postmaster");
        watcher.setDaemon(true);
        watcher.start();
        return postmaster;
    }

    /** Stops restarting the server. Afterwards no start is in progress; a running server is not stopped. */
    @Override
    public void close() {
        closed.countDown();
        synchronized (this) {
            // The current attempt has ended.
        }
    }

    /**
     * Waits until the server, which is being stopped, has ended.
     *
     * @throws IOException if that takes longer than {@link PostmasterPid#STOP_PATIENCE}, or the thread is interrupted, whose status is then set
     */
    void awaitEnd() throws IOException {
        try {
            server.onExit().get(PostmasterPid.STOP_PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while PostgreSQL was stopping", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(
                    "PostgreSQL did not stop within " + PostmasterPid.STOP_PATIENCE.toSeconds() + " s", e);
        }
    }

    /** The command line of the process; empty if the system does not show it. */
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

    private void keepRunning() {
        try {
            while (true) {
                server.onExit().join();
                if (closed.getCount() == 0) {
                    return;
                }
                LOG.error(
                        "PostgreSQL in {} has ended unexpectedly; its log is {}. {}",
                        directory.root(),
                        directory.log(),
                        command.isEmpty() ? "Restart this program" : "It will be restarted as soon as possible");
                if (command.isEmpty()) {
                    return;
                }
                do {
                    if (closed.await(PAUSE_SECONDS, TimeUnit.SECONDS)) {
                        return;
                    }
                    attempt();
                } while (!server.isAlive());
                if (closed.getCount() > 0) {
                    LOG.warn("PostgreSQL in {} has been restarted", directory.root());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes one start attempt; returns when the server accepts connections or has ended. */
    private synchronized void attempt() throws InterruptedException {
        if (closed.getCount() == 0) {
            return;
        }
        try {
            PostmasterPid.clear(directory.postgresql());
            ProcessBuilder.Redirect log =
                    ProcessBuilder.Redirect.appendTo(directory.log().toFile());
            Process next = new ProcessBuilder(command)
                    .redirectOutput(log)
                    .redirectError(log)
                    .start();
            while (next.isAlive() && !PostmasterPid.isReady(directory.postgresql(), next.pid())) {
                if (closed.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    next.destroy();
                    next.waitFor();
                }
            }
            server = next.toHandle();
        } catch (IOException e) {
            LOG.debug("PostgreSQL in {} could not be restarted yet", directory.root(), e);
        }
    }
}
