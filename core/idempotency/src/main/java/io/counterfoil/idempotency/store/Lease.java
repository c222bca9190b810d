package io.counterfoil.idempotency.store;

import io.counterfoil.idempotency.key.IdempotencyKey;

/**
 * The right to execute a request, given to one claimant at a time.
 *
 * @param key the request
 * @param token grows with every lease a store gives for a key; a later write under an earlier token changes nothing
 */
public record Lease(IdempotencyKey key, long token) {}
