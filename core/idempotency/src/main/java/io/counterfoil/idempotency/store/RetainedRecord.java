package io.counterfoil.idempotency.store;

import java.time.Duration;
import java.util.Optional;

/**
 * A record, and how long no purge removes it.
 *
 * @param record the record
 * @param remaining the time between the read and the record's expiry, by the store's clock; not positive where the record has expired, or
 *     where the time is unknown; empty where it never expires
 */
public record RetainedRecord(IdempotencyRecord record, Optional<Duration> remaining) {}
