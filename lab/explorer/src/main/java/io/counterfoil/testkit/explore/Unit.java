package io.counterfoil.testkit.explore;

import java.util.ArrayList;
import java.util.List;

/** A unit of work with its pending effects. */
final class Unit {

    private final List<Effect> effects = new ArrayList<>();
    private final List<String> beside = new ArrayList<>();

    private boolean released;

    void add(Effect effect) {
        effects.add(effect);
    }

    /** An effect of a request of another key. */
    void addBeside(String name) {
        beside.add(name);
    }

    /** Where a part begins that may be undone alone. */
    Part part() {
        return new Part(effects.size(), beside.size());
    }

    /** Undoes the effects of a part. */
    void undo(Part part) {
        effects.subList(part.effects, effects.size()).clear();
        beside.subList(part.beside, beside.size()).clear();
    }

    /** How many effects there were when a part began. */
    record Part(int effects, int beside) {}

    /** The effects of requests of other keys to commit, returned once. */
    List<String> commitBeside() {
        List<String> committed = released ? List.of() : List.copyOf(beside);
        beside.clear();
        return committed;
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
