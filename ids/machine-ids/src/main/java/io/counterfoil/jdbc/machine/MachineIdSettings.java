package io.counterfoil.jdbc.machine;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/** The settings of {@link MachineIdLeases.Builder}. */
record MachineIdSettings(
        int first,
        int last,
        Duration lease,
        String holder,
        InstantSource clock,
        ScheduledExecutorService scheduler,
        Consumer<MachineIdLeases.Lease> onLost) {

    private static final int RENEWALS_PER_LEASE = 3;

    Duration renewalInterval() {
        return lease.dividedBy(RENEWALS_PER_LEASE);
    }
}
