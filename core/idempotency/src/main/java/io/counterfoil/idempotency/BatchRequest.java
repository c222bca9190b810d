package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.KeyedRequest;

/**
 * One of several requests for {@link Idempotency#executeAll}.
 *
 * @param action its work; runs in the unit of work that all of them may share
 */
public record BatchRequest<T>(KeyedRequest request, Action<T, Exception> action) {}
