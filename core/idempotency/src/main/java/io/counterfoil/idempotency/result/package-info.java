/** How a request ended, and what of it is stored. */
@NullMarked
package io.counterfoil.idempotency.result;

import org.jspecify.annotations.NullMarked;
