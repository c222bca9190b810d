package io.counterfoil.testkit.explore;

/** How a process sends its request. */
enum Sending {
    /** By itself. */
    ALONE,
    /** Between two requests of other keys, and once more after them: each with an action of its own. */
    IN_A_BATCH,
    /** The same requests, with one action for all. */
    TOGETHER
}
