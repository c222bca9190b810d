package io.counterfoil.testkit.explore;

/** How the store fails a process in the call that it makes. */
enum StoreFault {
    /** Not at all. */
    NONE,
    /** It throws, and has done nothing. */
    NOTHING_DONE,
    /** It has done what it was asked, and throws. */
    ANSWER_LOST
}
