package io.counterfoil.idempotency.directory;

import io.counterfoil.idempotency.key.IdempotencyKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * A position in the order of a {@link RecordDirectory}: by expiry, what never expires last; then by age, the oldest first; then by the parts
 * of the key. So among records of one retention, and among requests in progress or with an unknown outcome, the oldest come first.
 *
 * <p>{@link #compareTo} compares texts by their UTF-16 units; a store may compare them by bytes, as long as it always does.
 *
 * @param expires when the record may be removed; empty for never
 * @param firstReceived when the original was received
 * @param key the request
 */
public record RecordPosition(Optional<Instant> expires, Instant firstReceived, IdempotencyKey key)
        implements Comparable<RecordPosition> {

    private static final Comparator<RecordPosition> ORDER = Comparator.comparing(
                    (RecordPosition position) -> position.expires.orElse(Instant.MAX))
            .thenComparing(RecordPosition::firstReceived)
            .thenComparing(position -> position.key.requestId().value())
            .thenComparing(position -> position.key.client().value())
            .thenComparing(position -> position.key.operation().value());

    @Override
    public int compareTo(RecordPosition other) {
        return ORDER.compare(this, other);
    }
}
