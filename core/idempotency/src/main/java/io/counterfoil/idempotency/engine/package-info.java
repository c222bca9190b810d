/** What the engine keeps in memory, and how it waits: calls in progress, counts, the cache of records, heartbeats. Not exported. */
@NullMarked
package io.counterfoil.idempotency.engine;

import org.jspecify.annotations.NullMarked;
