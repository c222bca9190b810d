package io.counterfoil.testkit.explore;

/** What a step means to others. */
enum Kind {
    /** A call of the store: others can see it, or it sees what others did; and the store can fail. */
    STORE,
    /** The same, of a call that changes nothing in the store. */
    READ,
    /** A point inside a call of the store. */
    POINT,
    /** An effect, or a look at one: others can see it, or it sees what others did. */
    EFFECT,
    /** It is invisible: it need not be tried before and after the steps of others. */
    LOCAL,
    /** The store undoes a unit of work; the process may be dead by then. */
    UNDOING
}
