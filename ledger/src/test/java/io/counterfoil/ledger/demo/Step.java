package io.counterfoil.ledger.demo;

/** Between which of its steps a service is killed. */
enum Step {
    BEFORE_THE_CLAIM,
    AFTER_THE_CLAIM,
    /** The effect is written, its record is not. With a data key alone the object is its own record. */
    BEFORE_THE_RECORD,
    BEFORE_THE_COMMIT,
    /** The response is not sent yet. */
    AFTER_THE_COMMIT
}
