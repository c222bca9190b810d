package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.Idempotency;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/** The settings of an inbox, as its builder has checked them. */
record InboxSettings(
        Idempotency engine,
        Optional<AttemptLog> attempts,
        Optional<ScheduledExecutorService> timer,
        InboxListener listener,
        int maxAttempts,
        int maxBatch,
        Duration holdLimit) {}
