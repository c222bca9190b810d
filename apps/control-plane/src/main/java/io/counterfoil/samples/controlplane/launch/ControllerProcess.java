package io.counterfoil.samples.controlplane.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.samples.controlplane.controller.ControllerCommand;
import io.counterfoil.samples.controlplane.controller.ControllerSettings;
import io.counterfoil.samples.support.launch.LaunchException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * A controller in a process of its own, by the same JVM and from the same class path as this one; restarted some time
 * after it has exited. Thread-safe.
 *
 * <p>One thread looks after it: starts it, reads what it says to its end, waits, starts it again. The process has this one's end of its
 * standard input for a sign of life, and ends itself when that is closed.
 */
final class ControllerProcess implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerProcess.class);
    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    private final ControllerSettings settings;
    private final List<String> command;
    private final Duration pause;
    private final InstantSource clock;
    private final Runnable changed;
    private final Thread keeper;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
    private volatile ControllerState state;
    private volatile @Nullable Process process;

    /**
     * @param command what starts the program; the controller's own argument comes behind it
     * @param pause the time before its restart
     * @param clock the clock for the time of its exit
     * @param changed called when its state changes
     */
    ControllerProcess(
            ControllerSettings settings, List<String> command, Duration pause, InstantSource clock, Runnable changed) {
        this.settings = settings;
        this.command = command;
        this.pause = pause;
        this.clock = clock;
        this.changed = changed;
        this.state = ControllerState.unborn(settings.name());
        this.keeper = new Thread(this::keep, settings.name());
        keeper.setDaemon(true);
    }

    void start() {
        keeper.start();
    }

    /**
     * Returns when it has taken signals for the first time.
     *
     * @throws LaunchException when it has ended before that, or needs too long
     * @throws CancellationException when it was closed meanwhile
     */
    void awaitReady() throws InterruptedException {
        try {
            ready.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            if (closing.getCount() == 0) {
                throw new CancellationException("stopped while starting");
            }
            throw new LaunchException(
                    settings.name() + " did not start: "
                            + NestedExceptionUtils.getMostSpecificCause(failure).getMessage(),
                    failure);
        } catch (TimeoutException late) {
            throw new LaunchException(
                    "%s did not start within %s s".formatted(settings.name(), START_LIMIT.toSeconds()), late);
        }
    }

    ControllerState state() {
        return state;
    }

    /** Kills it: SIGKILL, where there are signals. @return whether there was anything to kill */
    boolean kill() {
        Process running = process;
        if (running == null || !running.isAlive()) {
            return false;
        }
        running.destroyForcibly();
        return true;
    }

    private void keep() {
        while (closing.getCount() > 0) {
            String last;
            try {
                last = live();
            } catch (IOException refused) {
                last = String.valueOf(refused.getMessage());
            }
            boolean over = closing.getCount() == 0;
            now(before -> over ? before.stopped() : before.died(clock.instant()));
            ready.completeExceptionally(new IOException(last));
            if (!over) {
                LOG.warn("{} exited; restarting it in {} ms", settings.name(), pause.toMillis());
                await(pause);
            }
        }
    }

    /** One life of it. @return the last it said */
    private String live() throws IOException {
        Process born = new ProcessBuilder(command).redirectErrorStream(true).start();
        process = born;
        now(before -> before.started(born.pid()));
        try (BufferedReader said = born.inputReader(UTF_8);
                BufferedWriter pipe = born.outputWriter(UTF_8)) {
            settings.write(pipe);
            String last = "it printed no message";
            // Closed while it was being started: the end of the pipe is its end.
            if (closing.getCount() == 0) {
                return last;
            }
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                heard(line);
                last = line;
            }
            return last;
        } finally {
            end(born);
        }
    }

    private void heard(String line) {
        if (line.equals(ControllerCommand.READY)) {
            ready.complete(true);
            now(ControllerState::ready);
        } else if (line.startsWith(ControllerCommand.BEGINS)) {
            String attempt = line.substring(ControllerCommand.BEGINS.length());
            now(before -> before.busyWith(attempt));
        } else if (line.startsWith(ControllerCommand.ENDS)) {
            now(before -> before.busyWith(null));
        } else {
            LOG.warn("{}: {}", settings.name(), line);
        }
    }

    /** By the keeper alone. */
    private void now(UnaryOperator<ControllerState> change) {
        state = change.apply(state);
        changed.run();
    }

    /** In order if that takes no longer than some seconds. */
    private static void end(Process process) {
        process.onExit()
                .completeOnTimeout(process, STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .join()
                .destroyForcibly();
    }

    private void await(Duration time) {
        try {
            closing.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            closing.countDown();
        }
    }

    /** Lets it end in order, or else ends it; it is not started again. */
    @Override
    public void close() throws IOException {
        closing.countDown();
        Process running = process;
        if (running != null) {
            running.getOutputStream().close();
            end(running);
        }
        try {
            keeper.join(STOP_LIMIT.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
