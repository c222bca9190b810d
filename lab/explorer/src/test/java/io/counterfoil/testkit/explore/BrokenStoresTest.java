package io.counterfoil.testkit.explore;

import static io.counterfoil.testkit.explore.Explorations.breaks;
import static io.counterfoil.testkit.explore.Explorations.holds;
import static io.counterfoil.testkit.explore.Explorations.same;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The explorer can fail: it finds the fault of each broken store and the steps that lead to it. */
@Timeout(600)
@Tag("RQ-13")
class BrokenStoresTest {

    @Test
    void withoutFault_nothingIsFound() {
        holds(transactional());
    }

    @Test
    void claimWithoutExclusion_duplicatesTheEffect() {
        Counterexample found = breaks(
                Property.EFFECTS,
                transactional(NaiveClaimStore.Fault.CLAIM_EXCLUDES_NOBODY).checking(Property.EFFECTS));

        assertThat(found.fault()).isEqualTo("two effects: A under lease 1, then A under lease 2");
        assertThat(found.trace())
                .containsSubsequence(
                        "process 1 claims: acquired, lease 1",
                        "process 2 claims: acquired, lease 2",
                        "process 1 ends the unit of work",
                        "process 2 ends the unit of work");
    }

    @Test
    void claimWithoutExclusion_isDetectedBeforeItsEffect() {
        breaks(Property.ONE_OWNER, transactional(NaiveClaimStore.Fault.CLAIM_EXCLUDES_NOBODY));
    }

    @Test
    void recordAfterCommit_losesTheRecord() {
        breaks(Property.NOTHING_LOST, transactional(NaiveClaimStore.Fault.RECORD_AFTER_COMMIT));
    }

    @Test
    void recordAfterCommit_duplicatesTheEffectAfterACrash() {
        Counterexample found = breaks(
                Property.EFFECTS,
                transactional(NaiveClaimStore.Fault.RECORD_AFTER_COMMIT).checking(Property.EFFECTS));

        assertThat(found.trace())
                .containsSubsequence(
                        "process 1 ends the unit of work",
                        "process 1 crashes before it writes the record",
                        "process 2 claims: acquired, lease 2",
                        "process 2 ends the unit of work");
    }

    @Test
    void claimThatOutlivesItsOwner_keepsTheKeyInProgress() {
        Explorer<ClaimStore> outliving = transactional(NaiveClaimStore.Fault.CLAIM_OUTLIVES_FAILURE);

        Counterexample found = breaks(Property.NO_DEADLOCK, outliving);

        assertThat(found.fault()).isEqualTo("all processes have ended, and the key is still in progress");
    }

    @Test
    @Tag("RQ-12")
    void claimThatWaitsInsideTheStore_isADeadlock() {
        AtomicInteger blocked = new AtomicInteger();
        Explorer<ClaimStore> explorer = Explorer.of(
                world -> new NaiveClaimStore(world, blocked, NaiveClaimStore.Fault.CLAIM_BLOCKS),
                same(2, Scenario.transactional("two"), Work.DO));

        // The time limit passes only if a claim has blocked.
        Counterexample found = breaks(Property.NO_DEADLOCK, explorer.waiting((end, atMost) -> {
            await().atMost(5, TimeUnit.MINUTES)
                    .pollInterval(1, TimeUnit.MILLISECONDS)
                    .until(() -> end.getCount() == 0 || blocked.get() > 0);
            return end.getCount() == 0;
        }));

        assertThat(found.trace()).last().asString().endsWith(" claims");
        assertThat(found.fault()).isEqualTo("the last step did not complete within PT5M");
    }

    @Test
    void scheduleBeyondItsTimeLimit_isADeadlock() {
        Explorer<ClaimStore> blocking = transactional(NaiveClaimStore.Fault.CLAIM_BLOCKS);

        Counterexample found = breaks(Property.NO_DEADLOCK, blocking.scheduleWithin(Duration.ofNanos(1)));

        assertThat(found.fault()).isEqualTo("the last step did not complete within PT0.000000001S");
    }

    @Test
    @Tag("RQ-11")
    void contentsThatAreNotCompared_getTheResultOfOthers() {
        Explorer<ClaimStore> explorer = Explorer.of(
                world -> new NaiveClaimStore(world, NaiveClaimStore.Fault.CONTENTS_NOT_COMPARED),
                Scenario.transactional("two with different contents")
                        .process("A", Work.DO)
                        .process("B", Work.DO));

        // The engine compares the contents of each lookup and replay itself, so the store's fault has no effect.
        holds(explorer);
    }

    @Test
    void completeWithoutToken_isDetected() {
        Counterexample found = breaks(Property.FENCING, rerun(BrokenLeaseStore.Fault.COMPLETES_WITHOUT_TOKEN));

        assertThat(found.fault()).isEqualTo("the store let a stale owner complete");
    }

    @Test
    void completeWithoutToken_returnsDifferentResults() {
        Counterexample found = breaks(
                Property.SAME_ANSWER,
                rerun(BrokenLeaseStore.Fault.COMPLETES_WITHOUT_TOKEN).checking(Property.SAME_ANSWER));

        assertThat(found.fault()).isEqualTo("different results were returned: [A under lease 1, A under lease 2]");
    }

    @Test
    void completeWithoutToken_changesARecord() {
        breaks(
                Property.STABLE_RECORD,
                rerun(BrokenLeaseStore.Fault.COMPLETES_WITHOUT_TOKEN).checking(Property.STABLE_RECORD));
    }

    @Test
    void releaseWithoutToken_isDetected() {
        Scenario<LeaseStore> scenario = Scenario.leased("one that discards, and another", OnExpiry.RERUN)
                .fenced()
                .process("A", Work.FORGET)
                .process("A", Work.DO);

        breaks(
                Property.FENCING,
                Explorer.of(
                        world -> new BrokenLeaseStore(world, BrokenLeaseStore.Fault.RELEASES_WITHOUT_TOKEN), scenario));
    }

    @Test
    void renewalWithoutToken_isDetected() {
        Counterexample found = breaks(Property.FENCING, rerun(BrokenLeaseStore.Fault.RENEWS_WITHOUT_TOKEN));

        assertThat(found.fault()).isEqualTo("the store let a stale owner renew");
    }

    @Test
    void takeoverOneTickEarly_isDetected() {
        Counterexample found = breaks(Property.ONE_OWNER, rerun(BrokenLeaseStore.Fault.TAKES_OVER_EARLY));

        assertThat(found.trace())
                .contains("the time advances to the last instant of lease 1")
                .doesNotContain("the time advances to the expiry of lease 1");
    }

    @Test
    void takeoverOneTickLate_isDetected() {
        Counterexample found = breaks(Property.TRUE_CLAIMS, rerun(BrokenLeaseStore.Fault.TAKES_OVER_LATE));

        assertThat(found.fault()).isEqualTo("in progress, although no lease is running");
    }

    @Test
    void equalTokens_areDetected() {
        breaks(Property.FENCING, rerun(BrokenLeaseStore.Fault.ONE_TOKEN_FOR_ALL));
    }

    @Test
    void equalTokens_letALateEffectPassTheFence() {
        Counterexample found = breaks(
                Property.EFFECTS,
                rerun(BrokenLeaseStore.Fault.ONE_TOKEN_FOR_ALL).checking(Property.EFFECTS));

        assertThat(found.fault()).isEqualTo("two effects: A under lease 2, then A under lease 1");
    }

    @Test
    void lostLease_duplicatesTheEffect() {
        Explorer<LeaseStore> explorer = Explorer.of(
                world -> new BrokenLeaseStore(world, BrokenLeaseStore.Fault.FORGETS_WHAT_RAN_OUT),
                same(2, Scenario.leased("two", OnExpiry.UNKNOWN), Work.DO));

        breaks(Property.EFFECTS, explorer.checking(Property.EFFECTS));
    }

    @Test
    void unsavedProgress_repeatsAPhase() {
        Explorer<LeaseStore> explorer = Explorer.of(
                world -> new BrokenLeaseStore(world, BrokenLeaseStore.Fault.SAVES_NOTHING),
                same(2, Scenario.leased("two in two phases", OnExpiry.RERUN).fenced(), Work.TWO_PHASES));

        Counterexample found = breaks(Property.NOTHING_LOST, explorer.checking(Property.NOTHING_LOST));

        assertThat(found.fault()).isEqualTo("phase one runs again, although its result was saved");
    }

    private static Explorer<ClaimStore> transactional(NaiveClaimStore.Fault... faults) {
        return Explorer.of(world -> new NaiveClaimStore(world, faults), same(2, Scenario.transactional("two"), Work.DO))
                .seeing(Contents::of);
    }

    private static Explorer<LeaseStore> rerun(BrokenLeaseStore.Fault fault) {
        return Explorer.of(
                world -> new BrokenLeaseStore(world, fault),
                same(2, Scenario.leased("two, fenced", OnExpiry.RERUN).fenced(), Work.DO));
    }
}
