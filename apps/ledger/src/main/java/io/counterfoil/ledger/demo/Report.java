package io.counterfoil.ledger.demo;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.testkit.network.Fault;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a run.
 *
 * @param audit the comparison
 * @param attempts requests sent over the unreliable network
 * @param duplicates attempts that were answered as duplicates
 * @param faults the number of faults of each kind
 * @param kills the number of kills of the service
 * @param duration the duration of the traffic
 * @param unexplained inconclusive responses and errors that clients received
 * @param hardestWork the transfer with the most attempts
 */
record Report(
        Audit audit,
        long attempts,
        long duplicates,
        Map<Fault.Kind, Long> faults,
        int kills,
        Duration duration,
        List<String> unexplained,
        Optional<CorrelationId> hardestWork) {

    private static final int MOST_UNEXPLAINED = 5;

    /** 0 when each transfer was executed exactly once and the balance is right; 1 otherwise. */
    int exitCode() {
        return audit.holds() ? 0 : 1;
    }

    /** Writes the table. */
    void print(PrintWriter out) {
        out.println();
        row(out, "transfers", audit.intentions());
        row(out, "  executed", audit.executed());
        row(out, "  insufficient balance", audit.refused());
        row(out, "attempts", attempts);
        row(out, "duplicates", duplicates);
        row(out, "transactions found", audit.effects());
        rule(out);
        row(out, "lost", audit.lost());
        row(out, "doubled", audit.doubled());
        if (audit.unexpected() > 0) {
            row(out, "unexpected transactions", audit.unexpected());
        }
        row(out, "balance expected", audit.balanceExpected());
        row(out, "balance found", audit.balanceFound());
        rule(out);
        row(out, "requests lost", happened(Fault.Kind.REQUEST_LOST));
        row(out, "responses lost", happened(Fault.Kind.RESPONSE_LOST));
        row(out, "responses truncated", happened(Fault.Kind.RESPONSE_TRUNCATED));
        row(out, "responses delayed", happened(Fault.Kind.RESPONSE_DELAYED));
        row(out, "service kills", kills);
        rule(out);
        double seconds = duration.toNanos() / 1e9;
        line(out, "time", String.format(Locale.ROOT, "%.1f s", seconds));
        line(out, "transfers per second", String.format(Locale.ROOT, "%.0f", audit.intentions() / seconds));
        out.println();
        unexplained.stream().limit(MOST_UNEXPLAINED).forEach(detail -> out.println("unexplained: " + detail));
        out.println(
                audit.holds()
                        ? "Each transfer was executed exactly once or refused."
                        : "The audit failed: this is a bug. Please report it.");
        out.flush();
    }

    private long happened(Fault.Kind kind) {
        return faults.getOrDefault(kind, 0L);
    }

    private static void row(PrintWriter out, String name, long value) {
        line(out, name, String.format(Locale.ROOT, "%,d", value));
    }

    private static void line(PrintWriter out, String name, String value) {
        out.printf(Locale.ROOT, "  %-26s %14s%n", name, value);
    }

    private static void rule(PrintWriter out) {
        out.println("  " + "-".repeat(41));
    }
}
