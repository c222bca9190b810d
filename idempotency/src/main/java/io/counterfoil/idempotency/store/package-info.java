/** What a store implements: atomic primitives over claims and records. The algorithm is the engine's. */
@NullMarked
package io.counterfoil.idempotency.store;

import org.jspecify.annotations.NullMarked;
