package io.counterfoil.cli;

import io.counterfoil.story.scan.Scan;
import java.io.PrintWriter;
import java.util.Locale;

/** How far a long reading is, on a terminal. A thread of its own looks at it; the reading knows nothing of it. */
final class Progress implements AutoCloseable {

    private static final long WORTH_TELLING = 100_000_000;
    private static final long FIRST_MILLIS = 1_000;
    private static final long MILLIS = 250;
    private static final String BLANK = "\r" + " ".repeat(60) + "\r";

    private final Scan scan;
    private final PrintWriter err;
    private boolean told;
    private boolean closed;

    private Progress(Scan scan, PrintWriter err) {
        this.scan = scan;
        this.err = err;
    }

    /** Tells of this reading until it is closed; of nothing where there is no terminal. */
    static Progress of(Scan scan, PrintWriter err) {
        Progress progress = new Progress(scan, err);
        if (scan.size() > WORTH_TELLING && Terminal.present()) {
            Thread thread = new Thread(progress::run, "progress");
            thread.setDaemon(true);
            thread.start();
        }
        return progress;
    }

    /** Takes away what was told. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        if (told) {
            err.print(BLANK);
            err.flush();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // a wake-up for nothing tells a moment too soon
    private synchronized void run() {
        try {
            wait(FIRST_MILLIS);
            while (!closed) {
                err.printf(
                        Locale.ROOT,
                        "\rpass %d: %d %% of %,d MB ",
                        scan.passes(),
                        Math.min(100, 100 * scan.done() / scan.size()),
                        scan.size() / 1_000_000);
                err.flush();
                told = true;
                wait(MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
