package io.counterfoil.jdbc.claim;

import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.dialect.ClaimLookup;

/**
 * The record of a request that was executed, to be written.
 *
 * @param begun as in {@link ClaimLookup}
 */
record NewRecord(KeyedRequest request, long receivedAt, long begun, long token, Payload payload, Retention retention) {}
