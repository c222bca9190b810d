/** Claims and records, and what a store implements: atomic primitives over them. The algorithm is the engine's. */
@NullMarked
package io.counterfoil.idempotency.store;

import org.jspecify.annotations.NullMarked;
