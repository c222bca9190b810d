package io.counterfoil.cli;

import io.counterfoil.story.scan.Scan;
import java.io.PrintWriter;
import java.util.Locale;

/** Progress of a long scan, shown on a terminal by a daemon thread. */
final class Progress implements AutoCloseable {

    private static final long MIN_BYTES = 100_000_000;
    private static final long FIRST_MILLIS = 1_000;
    private static final long MILLIS = 250;
    private static final String BLANK = "\r" + " ".repeat(60) + "\r";

    private final Scan scan;
    private final PrintWriter err;
    private boolean shown;
    private boolean closed;

    private Progress(Scan scan, PrintWriter err) {
        this.scan = scan;
        this.err = err;
    }

    /** Shows the progress of the scan until it is closed, if standard error is a terminal and the logs are large. */
    static Progress of(Scan scan, PrintWriter err) {
        Progress progress = new Progress(scan, err);
        if (scan.size() > MIN_BYTES && Terminal.present()) {
            Thread thread = new Thread(progress::run, "progress");
            thread.setDaemon(true);
            thread.start();
        }
        return progress;
    }

    /** Stops, and erases the progress line. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        if (shown) {
            err.print(BLANK);
            err.flush();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // a spurious wake-up prints one update early
    private synchronized void run() {
        try {
            wait(FIRST_MILLIS);
            while (!closed) {
                err.printf(
                        Locale.ROOT,
                        "\rpass %s: %s %% of %,d MB ",
                        scan.passes(),
                        Math.min(100, 100 * scan.done() / scan.size()),
                        scan.size() / 1_000_000);
                err.flush();
                shown = true;
                wait(MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
