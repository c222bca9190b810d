package io.counterfoil.samples.controlplane;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.SwarmScope;

/**
 * A user's command, executed once: identified by the swarm, the action and the key.
 *
 * @param swarm which swarm
 * @param action what is to be done to it
 * @param key of the user's action; the same over all tries of it
 * @param data what the work needs to know
 */
public record SwarmCommand(SwarmId swarm, SwarmAction action, RequestId key, Data data) {

    /** Whom its signals are for: whichever controller is free. */
    public SwarmScope scope() {
        return new SwarmScope(swarm.value(), SwarmAction.ROLE, SwarmScope.ALL);
    }
}
