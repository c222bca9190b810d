package io.counterfoil.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.soak.Depth;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Processes are killed at each point of the protocol, and at any instant between; another one takes their work up. Each point
 * comes once; with {@code -Dsoak.kills=1000} the rounds go on until that many processes have been killed, on all databases
 * together; then the tables of the whole package are printed.
 */
@Tag("RQ-13")
@Timeout(value = 4, unit = TimeUnit.HOURS)
@Execution(ExecutionMode.CONCURRENT)
class CrashAtEachStepTest {

    private static final int INTENTIONS_AT_ONCE = 80;
    private static final Duration LEASE = Duration.ofMillis(400);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    @ParameterizedTest
    @EnumSource(Product.class)
    void processKilledAtAnyPointOrInstant_losesAndDoublesNothing(Product product) throws Exception {
        Site site = Site.fresh(product);
        Random random = new Random(Depth.seed(CrashAtEachStepTest.class));
        int least = Depth.of(Audit.KILLS, 1);
        Audit audit = new Audit(site);
        int kills;
        try (Crashes crashes = new Crashes(directory, site, LEASE, audit)) {
            do {
                for (List<Crashes.Point> points : Crashes.POINTS_BY_KILL) {
                    crashes.crashAt(points);
                }
                crashes.crashAtAnyInstant(INTENTIONS_AT_ONCE, random.nextInt(INTENTIONS_AT_ONCE));
                kills = crashes.kills();
            } while (kills * Product.values().length < least);
            Depth.report("kills", kills);
            Depth.report("intentions", crashes.intentions());
        }

        audit.print("%s processes killed on %s".formatted(kills, product));
        assertThat(audit.faults()).isEmpty();
    }
}
