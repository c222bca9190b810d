package io.counterfoil.jdbc.crash;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.testkit.store.Step;
import io.counterfoil.testkit.store.StepListener;

/** Is told of every point that an intention reaches: the steps of the protocol by their names, and two round the effect. */
@FunctionalInterface
interface Points extends StepListener {

    String BEFORE_EFFECT = "BEFORE_EFFECT";
    String AFTER_EFFECT = "AFTER_EFFECT";

    void reached(String point, String intention);

    @Override
    default void reached(Step step, IdempotencyKey key) {
        reached(step.name(), key.requestId().value());
    }
}
