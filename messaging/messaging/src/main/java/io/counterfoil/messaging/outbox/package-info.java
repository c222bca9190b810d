/** Messages that leave with the transaction they were written in, or not at all. */
@NullMarked
package io.counterfoil.messaging.outbox;

import org.jspecify.annotations.NullMarked;
