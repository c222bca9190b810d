package io.counterfoil.testkit.explore;

/** What the resolver of an action does when a lease has run out. */
public enum Lookup {
    /** There is no resolver. */
    NONE,
    /** Looks for the effect: it happened where it is there, and is undecided where it is not. */
    LOOK,
    /**
     * Raises the fence in front of the effect to its own token, so that no owner with a lower one can apply it any more, and looks
     * then: it happened, or it did not. Needs effects that are {@linkplain Scenario#fenced fenced}.
     */
    FENCE_AND_LOOK
}
