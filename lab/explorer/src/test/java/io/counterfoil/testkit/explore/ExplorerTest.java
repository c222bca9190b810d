package io.counterfoil.testkit.explore;

import static io.counterfoil.testkit.explore.Explorations.same;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class ExplorerTest {

    private static final Scenario<ClaimStore> TWO = same(2, Scenario.transactional("two"), Work.DO);

    @Test
    void explore_isDeterministic() {
        Explorer<ClaimStore> explorer = Explorer.of(Explorations::inMemory, TWO);

        assertThat(explorer.explore()).isEqualTo(explorer.explore());
    }

    @Test
    void explore_oneProcess_coversEachCrash() {
        Exploration seen = Explorer.of(Explorations::inMemory, same(1, Scenario.transactional("one"), Work.DO))
                .explore();

        assertThat(seen.complete()).isTrue();
        // One schedule for a crash before each of six steps, and one without a crash.
        assertThat(seen.schedules()).isEqualTo(7);
    }

    @Test
    void seeing_shortensTheSearch() {
        Explorer<ClaimStore> explorer = Explorer.of(Explorations::inMemory, TWO);

        Exploration byCalls = explorer.explore();
        Exploration byContents = explorer.seeing(Contents::of).explore();

        assertThat(byCalls.complete()).isTrue();
        assertThat(byContents.complete()).isTrue();
        assertThat(byContents.states()).isLessThan(byCalls.states());
    }

    @Test
    void contents_ofUnsupportedClasses_areRejected() {
        Explorer<ClaimStore> explorer = Explorer.<ClaimStore>of(Explorations::inMemory, TWO)
                .seeing((store, world) -> Contents.of(new java.util.Locale.Builder(), world));

        assertThatThrownBy(explorer::explore)
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .hasStackTraceContaining("use another description");
    }

    @Test
    void atMost_endsTheSearch_andReportsIt() {
        Exploration seen = Explorer.of(Explorations::inMemory, TWO).atMost(3).explore();

        assertThat(seen.schedules()).isEqualTo(3);
        assertThat(seen.complete()).isFalse();
        assertThat(seen.toString()).contains("NOT complete");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Explorer.of(Explorations::inMemory, TWO).atMost(0))
                .withMessageContaining("0");
    }

    @Test
    void counterexample_readsAsNumberedSteps() {
        Scenario<LeaseStore> once =
                same(1, Scenario.leased("one", OnExpiry.RERUN), Work.DO).demanding(Guarantee.ONCE);

        Counterexample found = Explorer.of(Explorations::inMemory, once)
                .explore()
                .counterexample()
                .orElseThrow();

        assertThat(found.toString().lines().findFirst()).contains("  1  process 1 claims a lease: acquired, lease 1");
        assertThat(found.toString())
                .endsWith("  =  two effects: A under lease 1, then A under lease 2"
                        + " (EFFECTS: the effect takes place at most as often as guaranteed)");
    }

    @Test
    void storeThatThrows_endsTheExploration_withItsSteps() {
        Explorer<ClaimStore> explorer = Explorer.of(
                world -> {
                    NaiveClaimStore store = new NaiveClaimStore(world);
                    return new ThrowingCounts(store);
                },
                TWO);

        assertThatThrownBy(explorer::explore)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("counts a duplicate")
                .hasRootCauseMessage("cannot count");
    }

    @Test
    void contradictions_areRejected() {
        Scenario<LeaseStore> leased = Scenario.leased("leased", OnExpiry.UNKNOWN);
        Scenario<ClaimStore> transactional = Scenario.transactional("transactional");

        assertThatIllegalArgumentException().isThrownBy(() -> Explorer.of(Explorations::inMemory, transactional));
        assertThatIllegalArgumentException().isThrownBy(() -> transactional.process("A"));
        assertThatIllegalArgumentException().isThrownBy(() -> transactional.operator("A"));
        assertThatIllegalArgumentException().isThrownBy(() -> transactional.resolving(Lookup.LOOK));
        assertThatIllegalArgumentException().isThrownBy(() -> transactional.fenced());
        assertThatIllegalArgumentException().isThrownBy(() -> leased.resolving(Lookup.FENCE_AND_LOOK));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> leased.resolving(Lookup.LOOK).process("A", Work.TWO_PHASES));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> leased.crashes(-1))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> same(Scenario.MOST_PROCESSES + 1, leased, Work.DO))
                .withMessageContaining("4");
    }
}
