package io.counterfoil.testkit.explore;

/** The behaviour of an action. */
public enum Work {
    /** Has its effect and returns a result to remember. */
    DO,
    /**
     * Returns a result that is not remembered: in transactional mode after its effect, which is rolled back; in lease
     * mode without an effect.
     */
    FORGET,
    /** Has its effect and throws. */
    THROW,
    /** Throws without an effect. */
    THROW_AT_ONCE,
    /** Has two effects in two {@linkplain io.counterfoil.idempotency.Execution#phase phases} and returns a result. */
    TWO_PHASES
}
