package io.counterfoil.benchmarks.failover;

import io.counterfoil.testkit.failover.Ending;

/** One process that executes intentions by a peer. Thread-safe. */
interface PeerService extends AutoCloseable {

    /** The effect of an intention. */
    String EFFECT = "INSERT INTO effect (intention) VALUES (?)";

    /** Attempts an intention; see {@link io.counterfoil.testkit.failover.LoadTarget#attempt}. */
    Ending attempt(String intention) throws Exception;

    @Override
    void close();
}
