package io.counterfoil.jdbc.claim;

import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;

/** A result that is known before the work, and recorded with the claim. */
record KnownResult(Payload payload, Retention retention) {}
