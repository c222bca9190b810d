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

    /**
     * Checks the settings.
     *
     * @param maxSize at least 1 byte
     * @param maxAge 1 ms to 1 minute
     * @throws IllegalArgumentException when a setting is out of its bounds
     */
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

    /**
     * Makes a cache that replays a record for five seconds.
     *
     * @param maxSize at least 1 byte, for each engine
     * @throws IllegalArgumentException when it is less than 1 byte
     */
    public ReplayCache(DataSize maxSize) {
        this(maxSize, Duration.ofSeconds(5));
    }

    /**
     * {@return an engine like the given one, with a cache of its own}
     *
     * @param engine is not changed
     */
    public Idempotency on(Idempotency engine) {
        return engine.toBuilder().replayCache(maxSize.toBytes(), maxAge).build();
    }
}
