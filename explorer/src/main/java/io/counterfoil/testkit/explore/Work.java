package io.counterfoil.testkit.explore;

/** What an action does when it runs. */
public enum Work {
    /** Has its effect, and returns an answer to remember. */
    DO,
    /**
     * Returns an answer that is not to be remembered; in transactional mode after it had its effect, which is then undone, in
     * lease mode without an effect.
     */
    FORGET,
    /** Has its effect, and throws. */
    THROW,
    /** Throws before it has an effect. */
    THROW_AT_ONCE,
    /** Has two effects in two {@linkplain io.counterfoil.idempotency.Execution#phase phases}, and returns an answer. */
    TWO_PHASES
}
