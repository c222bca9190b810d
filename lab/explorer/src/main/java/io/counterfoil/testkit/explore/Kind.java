package io.counterfoil.testkit.explore;

/** The visibility of a step to other processes. */
enum Kind {
    /** A call of the store that others can observe or that observes others; the store can fail. */
    STORE,
    /** A call of the store that changes nothing. */
    READ,
    /** A point inside a call of the store. */
    POINT,
    /** An effect or a check for one: others can observe it, or it observes others. */
    EFFECT,
    /** Invisible: it need not be explored before and after the steps of others. */
    LOCAL,
    /** The store rolls a unit of work back; the process may have crashed. */
    ROLLBACK
}
