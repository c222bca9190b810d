package io.counterfoil.testkit.explore;

import java.util.ArrayList;
import java.util.List;

/** A unit of work with its pending effects. */
final class Unit {

    private final List<Effect> effects = new ArrayList<>();

    private boolean released;

    void add(Effect effect) {
        effects.add(effect);
    }

    /** The unit will be rolled back at its end. */
    void releases() {
        released = true;
    }

    /** The effects to commit, returned once. */
    List<Effect> commit() {
        List<Effect> committed = released ? List.of() : List.copyOf(effects);
        effects.clear();
        return committed;
    }
}
