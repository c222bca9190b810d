package io.counterfoil.testkit.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.store.InMemoryStore;
import io.counterfoil.idempotency.store.RecordStore;

/** How the tests explore; each tells on the console what it has seen. */
final class Explorations {

    /** Set, for the search with every bound at its highest. */
    static final String FULL = "counterfoil.explorer.full";

    private static final boolean IS_FULL = Boolean.getBoolean(FULL);

    private Explorations() {}

    /** The bound of the normal build, or the one of the full search. */
    static int bound(int normal, int full) {
        return IS_FULL ? full : normal;
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
