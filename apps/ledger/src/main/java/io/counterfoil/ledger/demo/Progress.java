package io.counterfoil.ledger.demo;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shows the progress of a run: as a bar on a terminal, otherwise as a line every few seconds, and once more when
 * closed. Thread-safe.
 */
final class Progress implements AutoCloseable {

    private static final int BAR = 30;
    private static final long TERMINAL_MILLIS = 200;
    private static final long LINES_MILLIS = 5_000;

    private final PrintWriter out;
    private final boolean terminal;
    private final int wanted;
    private final Killer killer;
    private final AtomicInteger done = new AtomicInteger();
    private final ScheduledExecutorService timer;

    private Progress(PrintWriter out, boolean terminal, int wanted, Killer killer) {
        this.out = out;
        this.terminal = terminal;
        this.wanted = wanted;
        this.killer = killer;
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "demo-progress");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Starts the display.
     *
     * @param terminal whether output can be overwritten
     * @param wanted the minimum number of transfers
     */
    static Progress start(PrintWriter out, boolean terminal, int wanted, Killer killer) {
        Progress progress = new Progress(out, terminal, wanted, killer);
        long period = terminal ? TERMINAL_MILLIS : LINES_MILLIS;
        var unused = progress.timer.scheduleAtFixedRate(progress::show, period, period, TimeUnit.MILLISECONDS);
        return progress;
    }

    /** Counts a finished transfer, whatever its outcome. */
    void transferDone() {
        done.incrementAndGet();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        show();
        if (terminal) {
            out.println();
        }
    }

    private synchronized void show() {
        String line = line(done.get(), wanted, killer.done(), killer.wanted());
        if (terminal) {
            out.print("\r" + line);
        } else {
            out.println(line);
        }
        out.flush();
    }

    /**
     * The text shown; the bar shows the smaller of the two fractions, transfers and kills. Transfers that clients send
     * after the wanted ones, until the last kill, are shown apart.
     */
    static String line(int transfers, int wanted, int kills, int killsWanted) {
        double part = Math.min(1, (double) transfers / wanted);
        String killed = "";
        if (killsWanted > 0) {
            part = Math.min(part, (double) kills / killsWanted);
            killed = "  %s/%s kills".formatted(kills, killsWanted);
        }
        int full = (int) (part * BAR);
        return String.format(
                Locale.ROOT,
                "[%s%s] %3s %%  %,d/%,d transfers%s%s",
                "#".repeat(full),
                ".".repeat(BAR - full),
                (int) (part * 100),
                Math.min(transfers, wanted),
                wanted,
                further(transfers - wanted),
                killed);
    }

    private static String further(int transfers) {
        return transfers <= 0 ? "" : String.format(Locale.ROOT, ", %,d more until the last kill", transfers);
    }
}
