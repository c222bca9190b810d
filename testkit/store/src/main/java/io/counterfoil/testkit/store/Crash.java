package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.key.IdempotencyKey;

/** Simulates the crash of a process at a step: every later access to its store fails. */
final class Crash implements StepListener {

    private final Step at;
    private volatile boolean dead;

    Crash(Step at) {
        this.at = at;
    }

    @Override
    public void reached(Step step, IdempotencyKey key) {
        dead |= step == at;
        if (dead) {
            throw new ProcessCrashed(step);
        }
    }

    /** Never caught by the engine. */
    static final class ProcessCrashed extends Error {

        private static final long serialVersionUID = 1L;

        ProcessCrashed(Step step) {
            super("crashed at step " + step);
        }
    }
}
