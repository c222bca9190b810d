package io.counterfoil.testkit.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.store.InMemoryStore;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.testkit.soak.Depth;

/** How the tests explore; each tells on the console what it has seen. */
final class Explorations {

    /** 1 in the build, with every kind of fault in every scenario; 2 with more of them at once; 3 with every bound at its highest. */
    private static final int DEPTH = Depth.of("depth", 1);

    private Explorations() {}

    /** A bound at the depth of this run. */
    static int bound(int build, int deeper, int full) {
        return DEPTH == 1 ? build : DEPTH == 2 ? deeper : full;
    }

    /** So many processes with the same contents, all with this work. */
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

    /** Nothing is found, and nothing was left out. */
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

    /** A schedule is found that breaks this property. */
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
