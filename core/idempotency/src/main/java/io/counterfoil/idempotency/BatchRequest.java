package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.KeyedRequest;

/**
 * One of several requests for {@link Idempotency#executeAll}.
 *
 * @param <T> the result's type
 * @param request its key, its fingerprint and its attempt ID
 * @param action its work; runs in the unit of work that all of them may share
 */
public record BatchRequest<T>(KeyedRequest request, Action<T, Exception> action) {}
