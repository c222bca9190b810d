package io.counterfoil.testkit.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.testkit.soak.Depth;

/** Configures the explorations of the tests; each prints its figures. */
final class Explorations {

    /** 1 in the build, with every kind of fault in every scenario; 2 with more faults per schedule; 3 with every bound at its maximum. */
    private static final int DEPTH = Depth.of("depth", 1);

    private Explorations() {}

    /** The bound at the current depth. */
    static int bound(int build, int deeper, int full) {
        return DEPTH == 1 ? build : DEPTH == 2 ? deeper : full;
    }

    /** This many processes with equal contents and this work. */
    static <S extends RecordStore> Scenario<S> same(int processes, Scenario<S> scenario, Work... works) {
        Scenario<S> all = scenario;
        for (int i = 0; i < processes; i++) {
            all = all.process("A", works);
        }
        return all;
    }

    static InMemoryStore inMemory(World world) {
        return new InMemoryStore(world.clock());
    }

    /** Fails if a counterexample is found or the search is incomplete. */
    static Exploration holds(Explorer<?> explorer) {
        Exploration seen = explorer.explore();
        System.out.println(seen);
        Depth.report("states", seen.states());
        Depth.report("schedules", seen.schedules());
        assertThat(seen.counterexample()).as(seen.toString()).isEmpty();
        assertThat(seen.complete()).as(seen.toString()).isTrue();
        assertThat(seen.states()).isGreaterThan(100);
        assertThat(seen.ends()).isGreaterThan(1);
        return seen;
    }

    /** Fails unless a schedule violates this property; returns it. */
    static Counterexample breaks(Property property, Explorer<?> explorer) {
        Exploration seen = explorer.explore();
        System.out.println(seen);
        assertThat(seen.counterexample()).as(seen.toString()).isPresent();
        assertThat(seen.complete()).isFalse();
        Counterexample found = seen.counterexample().orElseThrow();
        assertThat(found.property()).as(found.toString()).isEqualTo(property);
        return found;
    }
}
