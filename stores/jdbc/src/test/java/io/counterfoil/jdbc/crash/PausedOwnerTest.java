package io.counterfoil.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process falls asleep (SIGSTOP) in the middle of its work, for longer than anybody waits for it; another one takes the work
 * over; then the first wakes up.
 */
@Tag("RQ-13")
@Timeout(600)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "processes are paused with SIGSTOP")
@ParameterizedClass
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnumSource(Product.class)
class PausedOwnerTest {

    private static final Duration LEASE = Duration.ofMillis(500);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private static Path directory;

    @SuppressWarnings("NullAway.Init") // Set before any test.
    private Site site;

    @SuppressWarnings("NullAway.Init") // Set before any test.
    private Worker owner;

    @SuppressWarnings("NullAway.Init") // Set before any test.
    private Worker heir;

    @Parameter
    private Product product = Product.POSTGRESQL;

    @BeforeParameterizedClassInvocation
    void start() throws Exception {
        site = Site.fresh(product);
        owner = Worker.start(directory, "owner", site, LEASE);
        heir = Worker.start(directory, "heir", site, LEASE);
    }

    @AfterEach
    void resume() throws Exception {
        owner.resume();
    }

    @AfterParameterizedClassInvocation
    void kill() {
        owner.close();
        heir.close();
    }

    @Test
    void pausedOwner_afterTakeover_canNeitherRenewSaveCompleteReleaseNorAbandon() throws Exception {
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

    @Test
    void pausedOwner_whileItsHeirIsAtWork_canNeitherRenewSaveCompleteReleaseNorAbandon() throws Exception {
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

    @Test
    void pausedOwner_thatWakesUpAfterItsEffect_answersWhatItsHeirAnswered() throws Exception {
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

    @Test
    void pausedOwner_thatWakesUpBeforeItsEffect_isFencedOffByItsToken() throws Exception {
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

    @Test
    void pausedOwner_whoseConnectionTheServerEnds_failsAndThenReplays() throws Exception {
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
