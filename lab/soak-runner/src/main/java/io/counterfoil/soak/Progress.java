package io.counterfoil.soak;

import java.io.PrintWriter;
import java.time.Duration;

/** Shows the progress of a soak: a progress bar on a terminal, and one line per round. */
final class Progress {

    private static final int BAR = 24;
    private static final int WIDTH = 118;
    private static final String ERASE = "\r\u001b[K";

    private final PrintWriter out;
    private final boolean terminal;

    Progress(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Draws the bar; without a terminal, does nothing. */
    void at(double share, Duration left, Tally tally) {
        if (terminal) {
            double part = Math.min(1, Math.max(0, share));
            int done = (int) (part * BAR);
            String line = "[%s%s] %3s %%  %s min left  %s, round %s  %s"
                    .formatted(
                            "#".repeat(done),
                            "-".repeat(BAR - done),
                            (int) (100 * part),
                            Math.max(0, left.plusSeconds(59).toMinutes()),
                            tally.area().name(),
                            tally.rounds() + 1,
                            tally.figures());
            out.print(ERASE + line.substring(0, Math.min(WIDTH, line.length())));
            out.flush();
        }
    }

    /** Reports that a round has passed. */
    void passed(Tally tally, long seed) {
        if (!terminal) {
            line("%s: round %s with seed %s passed; so far %s"
                    .formatted(tally.area().name(), tally.rounds(), seed, tally.figures()));
        }
    }

    /** Prints lines in place of the bar. */
    void line(String text) {
        out.println((terminal ? ERASE : "") + text);
        out.flush();
    }
}
