package io.counterfoil.idempotency.store;

/**
 * What is to be recorded under one claim of a unit of work.
 *
 * @param lease the claim
 * @param request the request that was claimed
 * @param payload its result
 * @param retention how long the record is kept
 */
public record CompletedClaim(Lease lease, KeyedRequest request, Payload payload, Retention retention) {}
