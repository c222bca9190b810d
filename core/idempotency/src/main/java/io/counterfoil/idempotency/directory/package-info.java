/** What operators see of a store: its entries, listed by page, without their contents. */
@NullMarked
package io.counterfoil.idempotency.directory;

import org.jspecify.annotations.NullMarked;
