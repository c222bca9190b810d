package io.counterfoil.testkit.explore;

/** The resolver of an action. */
public enum Lookup {
    /** There is no resolver. */
    NONE,
    /** Checks for the effect: it happened if it is found, otherwise it is undecided. */
    LOOK,
    /**
     * Raises the fence of the effect to its own token, so that no owner with a lower token can apply it any more, then
     * checks for the effect: it happened, or it did not. Requires effects that are {@linkplain Scenario#fenced fenced}.
     */
    FENCE_AND_LOOK
}
