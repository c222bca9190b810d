/** The store in memory, for tests and for effects that live in one process. */
@NullMarked
package io.counterfoil.idempotency.memory;

import org.jspecify.annotations.NullMarked;
