/** How a sender retries, over whatever transport: how many attempts, in which time, with which pauses. */
@NullMarked
package io.counterfoil.retry;

import org.jspecify.annotations.NullMarked;
