package io.counterfoil.samples.controlplane.controller;

import io.counterfoil.correlation.CorrelationId;

/** Reports to the parent process what this one is doing: one line each. Thread-safe. */
interface Told {

    /** A command's work has begun. */
    void begins(CorrelationId attempt);

    /** It has ended, well or not. */
    void ends(CorrelationId attempt);
}
