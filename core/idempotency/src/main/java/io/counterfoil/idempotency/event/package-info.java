/** What happened in the engine, for metrics and logs. */
@NullMarked
package io.counterfoil.idempotency.event;

import org.jspecify.annotations.NullMarked;
