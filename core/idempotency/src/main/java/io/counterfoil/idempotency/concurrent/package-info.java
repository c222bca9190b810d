/** How all of Counterfoil's parts pause between attempts, and make their threads. For stores and adapters. */
@NullMarked
package io.counterfoil.idempotency.concurrent;

import org.jspecify.annotations.NullMarked;
