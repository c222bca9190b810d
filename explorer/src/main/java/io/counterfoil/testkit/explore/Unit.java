package io.counterfoil.testkit.explore;

import java.util.ArrayList;
import java.util.List;

/** A unit of work, with the effects that wait for its end. */
final class Unit {

    private final List<Effect> effects = new ArrayList<>();

    private boolean released;

    void add(Effect effect) {
        effects.add(effect);
    }

    /** It will be rolled back when it ends. */
    void releases() {
        released = true;
    }

    /** What is committed with it, given once. */
    List<Effect> commit() {
        List<Effect> committed = released ? List.of() : List.copyOf(effects);
        effects.clear();
        return committed;
    }
}
