package io.counterfoil.idempotency.store;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.util.Optional;

/**
 * One attempt of a request, as the engine sees it.
 *
 * @param key what the request is
 * @param fingerprint what it contained
 * @param attempt the client's name for this attempt, recorded and never compared; empty for none
 */
public record KeyedRequest(IdempotencyKey key, Fingerprint fingerprint, Optional<AttemptId> attempt) {}
