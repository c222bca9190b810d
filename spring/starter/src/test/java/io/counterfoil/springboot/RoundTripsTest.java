package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.CountingSockets;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** How often an application and its PostgreSQL take turns, counted at its sockets. */
@Timeout(600)
@Tag("RQ-13")
@ResourceLock(RoundTripsTest.LOCK)
class RoundTripsTest {

    /** Of the classes that count: the sockets of a JVM are counted together. */
    static final String LOCK = "CountingSockets";

    /** Of the sample's booking: an insert, a count, and the commit. */
    private static final long WORK_AND_COMMIT = 3;

    private static RunningApplication application;

    @BeforeAll
    static void start() throws Exception {
        Database database = TestPostgres.freshDatabase();
        RunningApplication.createBookings(database);
        application = RunningApplication.start(
                database.counted(),
                "--spring.datasource.hikari.maximum-pool-size=1",
                // Counts of duplicates are another second's business.
                "--counterfoil.purge.interval=1h");
        fewest("/book", true);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void firstRequest_costsOneBeyondItsWorkAndItsCommit() throws Exception {
        assertThat(fewest("/book", true)).isEqualTo(WORK_AND_COMMIT + 1);
    }

    @Test
    void claimWithFirstStatement_costsNothingBeyondWorkAndCommit() throws Exception {
        assertThat(fewest("/book-and-claim", true)).isEqualTo(WORK_AND_COMMIT);
    }

    @Test
    @Tag("RQ-9")
    void replay_costsOneAltogether() throws Exception {
        assertThat(fewest("/book", false)).isEqualTo(1);
    }

    /** The fewest of several, because the pool asks a connection that has been idle for a while whether it is alive. */
    private static long fewest(String path, boolean fresh) throws Exception {
        long fewest = Long.MAX_VALUE;
        String key = UUID.randomUUID().toString();
        application.post(path, key);
        for (int i = 0; i < 5; i++) {
            String next = fresh ? UUID.randomUUID().toString() : key;
            CountingSockets.Sent before = CountingSockets.sent();
            assertThat(application.post(path, next).statusCode()).isEqualTo(201);
            fewest = Math.min(fewest, CountingSockets.sent().since(before).roundTrips());
        }
        return fewest;
    }
}
