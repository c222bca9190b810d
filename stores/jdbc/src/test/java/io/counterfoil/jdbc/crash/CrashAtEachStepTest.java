package io.counterfoil.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Processes are killed at each point of the protocol, and at any instant between; another one takes their work up. Each point
 * comes once; with {@code -Dcrash.kills=1000} the rounds go on until that many processes have been killed, on all databases
 * together; then the tables of the whole package are printed.
 */
@Tag("RQ-13")
@Timeout(value = 4, unit = TimeUnit.HOURS)
class CrashAtEachStepTest {

    private static final int KILLS = Integer.getInteger(Audit.KILLS, 0);
    private static final int KILLS_AT_ANY_INSTANT = 4;
    private static final int INTENTIONS_AT_ONCE = 40;
    private static final Duration LEASE = Duration.ofMillis(400);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    @ParameterizedTest
    @EnumSource(Product.class)
    void processKilledAtAnyPointOrInstant_losesAndDoublesNothing(Product product) throws Exception {
        Site site = Site.fresh(product);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int kills;
        Audit audit = new Audit(site);
        try (Worker heir = Worker.start(directory, "heir", site, LEASE);
                Crashes crashes = new Crashes(directory, site, LEASE, heir, audit)) {
            do {
                for (Crashes.Point point : Crashes.POINTS) {
                    crashes.crashAt(point);
                }
                for (int i = 0; i < KILLS_AT_ANY_INSTANT; i++) {
                    crashes.crashAtAnyInstant(INTENTIONS_AT_ONCE, random.nextInt(INTENTIONS_AT_ONCE));
                }
                kills = crashes.kills();
            } while (kills * Product.values().length < KILLS);
        }

        audit.print("%d processes killed on %s, seed %d".formatted(kills, product, seed));
        assertThat(audit.faults()).isEmpty();
    }
}
