package io.counterfoil.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process falls asleep (SIGSTOP) in the middle of its work, for longer than anybody waits for it; another one takes the work
 * over; then the first wakes up.
 */
@Tag("RQ-13")
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "processes are paused with SIGSTOP")
class PausedOwnerTest {

    private static final Duration LEASE = Duration.ofMillis(500);

    private static final Sites SITES = new Sites();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private static Path directory;

    @SuppressWarnings("NullAway.Init") // begin() sets it.
    private Site site;

    @SuppressWarnings("NullAway.Init") // Set before any test.
    private static Worker owner;

    @SuppressWarnings("NullAway.Init") // Set before any test.
    private static Worker heir;

    @BeforeAll
    static void start() throws Exception {
        Site first = SITES.on(Product.POSTGRESQL);
        owner = Worker.start(directory, "owner", first, LEASE);
        heir = Worker.start(directory, "heir", first, LEASE);
    }

    private void begin(Product product) throws Exception {
        site = SITES.on(product);
        owner.moveTo(site);
        heir.moveTo(site);
    }

    @AfterEach
    void resume() throws Exception {
        owner.resume();
    }

    @AfterAll
    static void kill() {
        owner.close();
        heir.close();
    }

    @ParameterizedTest
    @EnumSource
    @Execution(ExecutionMode.SAME_THREAD)
    void pausedOwner_afterTakeoverHasCompleted_cannotWrite(Product product) throws Exception {
        begin(product);
        owner.done(owner.call("lease", "taken-over"));
        owner.pause();
        String heirs = heir.done(heir.execute("taken-over", Setting.RERUN));
        owner.resume();

        String written = owner.done(owner.call("write", "taken-over"));

        assertThat(written).isEqualTo("renew=false save=false complete=STALE release=false abandon=false");
        assertThat(heirs).startsWith("EXECUTED heir:");
        assertThat(owner.done(owner.execute("taken-over", Setting.RERUN))).isEqualTo(replayOf(heirs));
        assertThat(site.effects(Setting.RERUN).of("taken-over")).containsExactly(TakeUp.answer(heirs));
    }

    @ParameterizedTest
    @EnumSource
    @Execution(ExecutionMode.SAME_THREAD)
    void pausedOwner_whileTheNextOwnerExecutes_cannotWrite(Product product) throws Exception {
        begin(product);
        owner.done(owner.call("lease", "at-work"));
        owner.pause();
        int heirs = heir.executeTo(Points.AFTER_EFFECT, "at-work", Setting.RERUN);
        heir.reached(heirs);
        owner.resume();

        String written = owner.done(owner.call("write", "at-work"));
        heir.call("go", "at-work");

        assertThat(written).isEqualTo("renew=false save=false complete=STALE release=false abandon=false");
        assertThat(heir.done(heirs)).startsWith("EXECUTED heir:");
        assertThat(site.effects(Setting.RERUN).of("at-work")).containsExactly(TakeUp.answer(heir.done(heirs)));
    }

    @ParameterizedTest
    @EnumSource
    @Execution(ExecutionMode.SAME_THREAD)
    void pausedOwner_resumedAfterItsEffect_returnsNextOwnersResult(Product product) throws Exception {
        begin(product);
        int resolved = owner.executeTo(Points.AFTER_EFFECT, "resolved", Setting.RESOLVED);
        int rerun = owner.executeTo(Points.AFTER_EFFECT, "rerun", Setting.RERUN);
        owner.reached(resolved);
        owner.reached(rerun);
        owner.pause();
        int resolvedByHeir = heir.execute("resolved", Setting.RESOLVED);
        int rerunByHeir = heir.execute("rerun", Setting.RERUN);
        heir.done(resolvedByHeir);
        heir.done(rerunByHeir);
        owner.resume();
        owner.call("go", "resolved");
        owner.call("go", "rerun");

        assertThat(owner.done(resolved)).isEqualTo(replayOf(heir.done(resolvedByHeir)));
        assertThat(owner.done(rerun)).isEqualTo(replayOf(heir.done(rerunByHeir)));
        assertThat(heir.done(resolvedByHeir)).startsWith("EXECUTED owner:");
        assertThat(heir.done(rerunByHeir)).startsWith("EXECUTED heir:");
        assertThat(site.effects(Setting.RESOLVED).of("resolved")).hasSize(1);
        assertThat(site.effects(Setting.RERUN).of("rerun")).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    @Execution(ExecutionMode.SAME_THREAD)
    void pausedOwner_thatWakesUpBeforeItsEffect_isFencedOffByItsToken(Product product) throws Exception {
        begin(product);
        Effects effects = site.effects(Setting.FENCED);
        effects.createObject("before-effect");
        int owners = owner.executeTo(Points.BEFORE_EFFECT, "before-effect", Setting.FENCED);
        owner.reached(owners);
        owner.pause();
        String heirs = heir.done(heir.execute("before-effect", Setting.FENCED));
        owner.resume();
        owner.call("go", "before-effect");

        assertThat(owner.done(owners)).isEqualTo(replayOf(heirs));
        assertThat(heirs).startsWith("EXECUTED heir:");
        assertThat(effects.standing("before-effect")).containsExactly(TakeUp.answer(heirs));
        assertThat(effects.refused("before-effect")).singleElement().asString().startsWith("owner:");
    }

    @ParameterizedTest
    @EnumSource
    @Execution(ExecutionMode.SAME_THREAD)
    void pausedOwner_whoseConnectionTheServerEnds_failsAndThenReplays(Product product) throws Exception {
        begin(product);
        for (String point : List.of("AFTER_CLAIM", Points.AFTER_EFFECT, "AFTER_RECORD", "BEFORE_COMMIT")) {
            int owners = owner.executeTo(point, point, Setting.TRANSACTIONAL);
            owner.reached(owners);
            owner.pause();
            site.terminateConnections();
            String heirs = heir.done(heir.execute(point, Setting.TRANSACTIONAL));
            owner.resume();
            owner.call("go", point);

            assertThat(owner.failure(owners)).as(point).contains("Exception");
            assertThat(heirs).as(point).startsWith("EXECUTED heir:");
            assertThat(owner.done(owner.execute(point, Setting.TRANSACTIONAL)))
                    .as(point)
                    .isEqualTo(replayOf(heirs));
            assertThat(site.effects(Setting.TRANSACTIONAL).of(point)).containsExactly(TakeUp.answer(heirs));
        }
    }

    private static String replayOf(String outcome) {
        return "REPLAYED " + TakeUp.answer(outcome);
    }
}
