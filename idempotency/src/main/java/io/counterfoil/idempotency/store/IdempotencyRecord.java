package io.counterfoil.idempotency.store;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.time.Instant;
import java.util.Optional;

/**
 * What is remembered of a request that was carried out: the counterfoil.
 *
 * @param key the request
 * @param fingerprint what the original contained
 * @param firstAttempt the attempt ID of the original, where it had one
 * @param firstReceived when the original was received, in the store's time
 * @param requestCount how many requests were received under this key so far, the original and the one that asks
 *     included; at least 1 (RQ-9)
 * @param payload the answer
 */
public record IdempotencyRecord(
        IdempotencyKey key,
        Fingerprint fingerprint,
        Optional<AttemptId> firstAttempt,
        Instant firstReceived,
        long requestCount,
        Payload payload) {}
