/** Compares a handler without an idempotency key with the same handler under one. */
@NullMarked
package io.counterfoil.testkit.transparency;

import org.jspecify.annotations.NullMarked;
