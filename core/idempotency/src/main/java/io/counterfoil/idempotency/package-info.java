/**
 * The deduplication engine. {@link io.counterfoil.idempotency.Idempotency} guards requests (a key that lives for a
 * window), {@link io.counterfoil.idempotency.DataKeys} guards data (a key that lives with the object it made).
 */
@NullMarked
package io.counterfoil.idempotency;

import org.jspecify.annotations.NullMarked;
