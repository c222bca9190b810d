package io.counterfoil.testkit.explore;

import static io.counterfoil.testkit.explore.Explorations.bound;
import static io.counterfoil.testkit.explore.Explorations.holds;
import static io.counterfoil.testkit.explore.Explorations.same;

import io.counterfoil.idempotency.store.ClaimStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All properties in transactional mode: effects at most once, and the others of {@link Property}. */
@Timeout(1800)
@Tag("RQ-12")
@Tag("RQ-13")
class TransactionalModeExplorationTest {

    @Test
    void twoProcesses_withTwoCrashes_keepTheInvariants() {
        holds(of(same(2, Scenario.transactional("two"), Work.DO).crashes(2)));
    }

    /** States are distinguished by calls only: the shorter search by contents misses nothing. */
    @Test
    void twoProcesses_interleavedByCalls_keepTheInvariants() {
        holds(Explorer.of(Explorations::inMemory, same(2, Scenario.transactional("two, states by calls"), Work.DO)));
    }

    @Test
    void threeProcesses_withCrashes_keepTheInvariants() {
        holds(of(same(3, Scenario.transactional("three"), Work.DO)
                .crashes(bound(1, 2, 3))
                .polls(bound(1, 1, 2))));
    }

    @Test
    @Tag("RQ-11")
    void otherContents_areNeverReplayedOrExecuted() {
        holds(of(same(2, Scenario.transactional("two, and one with other contents"), Work.DO)
                .process("B", Work.DO)
                .crashes(bound(1, 2, 3))
                .polls(bound(1, 1, 2))));
    }

    @Test
    @Tag("RQ-14")
    void discardedWork_isRolledBackAndExecutedByTheNext() {
        holds(of(same(2, Scenario.transactional("two, and one that discards its first attempt"), Work.DO)
                .process("A", Work.FORGET, Work.DO)
                .crashes(bound(1, 1, 3))
                .polls(bound(1, 1, 2))));
    }

    @Test
    void workThatThrows_isRolledBackAndExecutedByTheNext() {
        holds(of(same(2, Scenario.transactional("two, and one whose first attempt throws"), Work.DO)
                .process("A", Work.THROW, Work.DO)
                .crashes(bound(1, 1, 3))
                .polls(bound(1, 1, 2))));
    }

    @Test
    void failingStore_leavesEverythingOrNothing() {
        holds(of(same(2, Scenario.transactional("two, with store failures"), Work.DO)
                .crashes(bound(1, 1, 2))
                .failures(bound(1, 1, 2))));
    }

    @Test
    void batches_withCrashes_leaveEachEffectWithItsRecord() {
        holds(of(Scenario.transactional("two batches of three, with a duplicate")
                .batch("A", Work.DO)
                .batch("A", Work.DO)
                .crashes(bound(1, 2, 2))));
    }

    @Test
    void batchAndASingleRequest_withAFailingAction_keepTheInvariants() {
        holds(of(Scenario.transactional("a batch whose first attempt throws, and one request")
                .batch("A", Work.THROW, Work.DO)
                .process("A", Work.DO)
                .crashes(bound(1, 2, 2))
                .failures(bound(0, 1, 1))));
    }

    @Test
    void batchesWithOneAction_withCrashes_keepTheInvariants() {
        holds(of(Scenario.transactional("two batches with one action, with a duplicate")
                .together("A", Work.DO)
                .together("A", Work.THROW, Work.DO)
                .crashes(bound(1, 2, 2))));
    }

    @Test
    void batchWithOneAction_andASingleRequest_keepTheInvariants() {
        holds(of(Scenario.transactional("a batch with one action, and one request")
                .together("A", Work.DO)
                .process("A", Work.DO)
                .crashes(bound(1, 2, 2))
                .failures(bound(1, 1, 1))));
    }

    private static Explorer<ClaimStore> of(Scenario<ClaimStore> scenario) {
        return Explorer.of(Explorations::inMemory, scenario).seeing(Contents::of);
    }
}
