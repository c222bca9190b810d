package io.counterfoil.testkit.explore;

/** The failure of a store call. */
enum StoreFault {
    /** None. */
    NONE,
    /** Throws without an effect. */
    NOTHING_DONE,
    /** Takes effect, then throws. */
    ANSWER_LOST
}
