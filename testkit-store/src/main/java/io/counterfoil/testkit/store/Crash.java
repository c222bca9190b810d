package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.key.IdempotencyKey;

/** The death of a process at a step, as far as it can be had inside one: whatever it wants of its store later fails too. */
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
            throw new ProcessDied(step);
        }
    }

    /** Never caught. */
    static final class ProcessDied extends Error {

        private static final long serialVersionUID = 1L;

        ProcessDied(Step step) {
            super("died at step " + step);
        }
    }
}
