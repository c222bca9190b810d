package io.counterfoil.springboot.settings;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.IdempotencyBuilder;
import java.time.Duration;
import org.springframework.util.unit.DataSize;

/**
 * Replays from memory, without a read of the database: a bean of this type switches them on, for each engine of the application.
 *
 * @param maxSize how much memory completed records may take, for each engine: the default one, and one for each other mode and lease policy
 * @param maxAge how long a record may be replayed after it was read, from 1 ms to 1 minute; records that a fail-over of the database has lost
 *     may be replayed for as long
 */
public record ReplayCache(DataSize maxSize, Duration maxAge) {

    /** @throws IllegalArgumentException when a setting is out of its limits */
    public ReplayCache {
        if (maxSize.toBytes() < 1) {
            throw new IllegalArgumentException("maxSize of the ReplayCache must be at least 1B, not " + maxSize);
        }
        if (maxAge.compareTo(IdempotencyBuilder.SHORTEST_REPLAY_AGE) < 0
                || maxAge.compareTo(IdempotencyBuilder.LONGEST_REPLAY_AGE) > 0) {
            throw new IllegalArgumentException(
                    "maxAge of the ReplayCache must be from " + IdempotencyBuilder.SHORTEST_REPLAY_AGE + " to "
                            + IdempotencyBuilder.LONGEST_REPLAY_AGE + ", not " + maxAge);
        }
    }

    /** Records of this size, for five seconds. */
    public ReplayCache(DataSize maxSize) {
        this(maxSize, Duration.ofSeconds(5));
    }

    /** The engine with a cache of its own. */
    public Idempotency on(Idempotency engine) {
        return engine.toBuilder().replayCache(maxSize.toBytes(), maxAge).build();
    }
}
