package io.counterfoil.http;

import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.key.IdempotencyKey;

/**
 * The right under which a handler runs, and the key it was given for. For the thread that runs the handler, and no longer than it
 * runs.
 *
 * @param key the request's whole key; keys of outgoing calls can be derived from it
 * @param execution the fencing token, and recovery points
 */
public record KeyedExecution(IdempotencyKey key, Execution execution) {}
