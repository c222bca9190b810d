package io.counterfoil.testkit.explore;

import static io.counterfoil.testkit.explore.Explorations.bound;
import static io.counterfoil.testkit.explore.Explorations.breaks;
import static io.counterfoil.testkit.explore.Explorations.holds;
import static io.counterfoil.testkit.explore.Explorations.same;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.store.LeaseStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All properties in lease mode, with the guarantee of each scenario. */
@Timeout(1800)
@Tag("RQ-12")
@Tag("RQ-13")
class LeaseModeExplorationTest {

    // Outcome unknown: at most once

    @Test
    void unknown_twoProcessesByCalls_keepTheInvariants() {
        holds(Explorer.of(Explorations::inMemory, same(2, unknown("two, states by calls"), Work.DO)));
    }

    @Test
    void unknown_threeProcesses_keepTheInvariants() {
        holds(of(same(3, unknown("three"), Work.DO)
                .crashes(bound(2, 3, 3))
                .expiries(bound(2, 3, 3))
                .polls(bound(1, 2, 2))));
    }

    @Test
    @Tag("RQ-11")
    void unknown_otherContents_areNeverReplayedOrExecuted() {
        holds(of(same(2, unknown("two, and one with other contents"), Work.DO)
                .process("B", Work.DO)
                .crashes(bound(1, 2, 3))
                .expiries(bound(1, 2, 3))
                .polls(bound(1, 2, 2))));
    }

    @Test
    @Tag("RQ-14")
    void unknown_discardedWork_isExecutedByTheNext() {
        holds(of(same(2, unknown("two, and one that discards its first attempt"), Work.DO)
                .process("A", Work.FORGET, Work.DO)
                .crashes(bound(1, 1, 3))
                .expiries(bound(2, 2, 3))
                .polls(bound(1, 1, 2))));
    }

    @Test
    void unknown_workThatThrows_isUnknownImmediately() {
        holds(of(same(1, unknown("one, one that throws after its effect, one before"), Work.DO)
                .process("A", Work.THROW, Work.DO)
                .process("A", Work.THROW_AT_ONCE, Work.DO)
                .crashes(bound(1, 1, 3))
                .expiries(bound(1, 2, 3))
                .polls(bound(1, 1, 2))));
    }

    @Test
    void unknown_resolver_neverDuplicatesTheEffect_andFindsIt() {
        holds(of(same(3, unknown("three, with a resolver").resolving(Lookup.LOOK), Work.DO)
                .expiries(bound(1, 1, 2))
                .polls(1)));
    }

    @Test
    void unknown_operator_neverDuplicatesTheEffect() {
        holds(of(same(2, unknown("two, and an operator"), Work.DO)
                .operator("A")
                .crashes(bound(1, 2, 3))
                .expiries(bound(1, 2, 3))
                .polls(bound(1, 2, 2))));
    }

    @Test
    void unknown_phases_keepTheInvariants() {
        holds(of(same(3, unknown("three in two phases"), Work.TWO_PHASES)
                .crashes(bound(1, 1, 3))
                .expiries(bound(1, 2, 3))
                .polls(bound(1, 2, 2))));
    }

    @Test
    void unknown_failingStore_neverDuplicatesTheEffect() {
        holds(of(same(2, unknown("two, with store failures"), Work.DO)
                .process("A", Work.FORGET, Work.DO)
                .crashes(bound(0, 0, 1))
                .failures(bound(1, 1, 2))
                .polls(1)));
    }

    // Rerun: at least once

    @Test
    void rerun_failingStore_neverRepeatsASavedPhase() {
        holds(of(same(2, rerun("two in two phases, fenced, with store failures").fenced(), Work.TWO_PHASES)
                .crashes(bound(0, 0, 1))
                .failures(bound(1, 1, 2))
                .polls(1)));
    }

    @Test
    void rerun_fencedEffect_takesPlaceAtMostOncePerLease() {
        holds(of(same(3, rerun("three, fenced").fenced(), Work.DO)
                .crashes(bound(1, 1, 2))
                .expiries(bound(1, 1, 2))
                .polls(1)));
    }

    @Test
    void rerun_fencedEffectInPhases_neverRepeatsASavedPhase() {
        holds(of(same(2, rerun("two in two phases, fenced").fenced(), Work.TWO_PHASES)
                .crashes(bound(1, 1, 2))
                .expiries(bound(1, 2, 2))
                .polls(bound(1, 2, 2))));
    }

    @Test
    void rerun_fencingResolver_makesItExactlyOnce() {
        Scenario<LeaseStore> scenario =
                rerun("three, with a fencing resolver").fenced().resolving(Lookup.FENCE_AND_LOOK);
        holds(of(same(3, scenario.demanding(Guarantee.ONCE), Work.DO)
                .expiries(bound(1, 1, 2))
                .polls(1)));
    }

    @Test
    void unknown_fencingResolver_makesItExactlyOnce() {
        Scenario<LeaseStore> scenario =
                unknown("two, with a fencing resolver").fenced().resolving(Lookup.FENCE_AND_LOOK);
        holds(of(same(2, scenario, Work.DO).crashes(bound(1, 2, 2)).expiries(bound(1, 2, 2))));
    }

    // Stronger guarantees that do not hold, and why

    /** No token shows that an effect has taken place if its owner crashed afterwards. */
    @Test
    void rerun_duplicatesAnEffect_evenAFencedOne() {
        Scenario<LeaseStore> scenario = same(1, rerun("one, fenced").fenced(), Work.DO);

        Counterexample found = breaks(Property.EFFECTS, of(scenario.demanding(Guarantee.ONCE)));

        assertThat(found.trace())
                .containsSubsequence(
                        "process 1 has its effect: A under lease 1", "process 1 crashes before it completes");
    }

    @Test
    void rerun_lateEffectOfAFormerOwner_isPreventedOnlyByTheFence() {
        Counterexample found = breaks(Property.EFFECTS, of(same(2, rerun("two, not fenced"), Work.DO)));

        assertThat(found.fault()).isEqualTo("two effects: A under lease 2, then A under lease 1");
    }

    private static Scenario<LeaseStore> unknown(String name) {
        return Scenario.leased("unknown: " + name, OnExpiry.UNKNOWN);
    }

    private static Scenario<LeaseStore> rerun(String name) {
        return Scenario.leased("rerun: " + name, OnExpiry.RERUN);
    }

    private static Explorer<LeaseStore> of(Scenario<LeaseStore> scenario) {
        return Explorer.of(Explorations::inMemory, scenario).seeing(Contents::of);
    }
}
