package io.counterfoil.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process is stopped (SIGSTOP) while it owns a key in transactional mode: its connection lives, and so does its claim. */
@Tag("RQ-13")
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "processes are paused with SIGSTOP")
class ExecutionLimitTest {

    /** Longer than a statement takes on a machine that is busy with other tests. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Sites SITES = new Sites();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private static Path directory;

    @ParameterizedTest
    @EnumSource
    void stoppedOwner_pastTheLimit_isUndone_andADuplicateExecutesOnce(Product product) throws Exception {
        Site site = SITES.on(product);
        try (Worker owner = Worker.start(directory, "owner-" + product, site, LIMIT);
                Worker heir = Worker.start(directory, "heir-" + product, site, LIMIT)) {
            int owners = owner.call("limited", "stopped");
            owner.reached(owners);
            owner.pause();

            String heirs = heir.done(heir.execute("stopped", Setting.TRANSACTIONAL));
            owner.resume();
            owner.call("go", "stopped");

            assertThat(heirs).startsWith("EXECUTED heir-");
            assertThat(owner.failure(owners)).contains("Exception");
            assertThat(owner.done(owner.execute("stopped", Setting.TRANSACTIONAL)))
                    .isEqualTo("REPLAYED " + TakeUp.answer(heirs));
            assertThat(site.effects(Setting.TRANSACTIONAL).of("stopped")).containsExactly(TakeUp.answer(heirs));
        }
    }
}
