package io.counterfoil.benchmarks.http.bookings;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.benchmarks.load.Effort;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class BookingContestTest {

    @Test
    void report_hasTheRoundTripsOfEachWay() throws Exception {
        Effort little = new Effort(1, Duration.ofMillis(50), Duration.ofMillis(200), List.of(1));
        PrintWriter out = new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

        String report = new BookingContest(little, List.of(Duration.ofMillis(1)), 50, out).run();

        // The insert and the commit; the claim as well; the claim, the insert, the update and the commit.
        assertThat(roundTrips(report, "without a key")).isBetween(2.0, 2.5);
        assertThat(roundTrips(report, "**on the starter**")).isBetween(3.0, 3.5);
        assertThat(roundTrips(report, "by hand")).isBetween(4.0, 4.5);
        assertThat(roundTrips(report, "**on the starter**, replay")).isBetween(1.0, 1.5);
        assertThat(roundTrips(report, "by hand, replay")).isBetween(3.0, 3.5);
    }

    /** Of the last table: a pool that asks whether a connection is alive adds to it now and then. */
    private static double roundTrips(String report, String name) {
        String row = report.substring(report.lastIndexOf("| " + name + " |"));
        return Double.parseDouble(row.split(" \\| ", 3)[1]);
    }
}
