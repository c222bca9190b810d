package io.counterfoil.idempotency;

import io.counterfoil.idempotency.engine.WaitBudget;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.Pause;
import java.time.Duration;
import java.util.function.LongSupplier;

/** What an engine works by. */
record Settings(IdempotencyPolicy policy, IdempotencyListener listener, Pause pause, LongSupplier nanoTime) {

    static final Settings DEFAULT =
            new Settings(IdempotencyPolicy.DEFAULT, IdempotencyListener.NONE, Pause.REAL, System::nanoTime);

    Settings with(IdempotencyPolicy policy) {
        return new Settings(policy, listener, pause, nanoTime);
    }

    Settings with(IdempotencyListener listener) {
        return new Settings(policy, listener, pause, nanoTime);
    }

    Settings with(Pause pause, LongSupplier nanoTime) {
        return new Settings(policy, listener, pause, nanoTime);
    }

    /** A fresh budget of this length. */
    WaitBudget budget(Duration limit) {
        return new WaitBudget(pause, nanoTime, limit);
    }
}
