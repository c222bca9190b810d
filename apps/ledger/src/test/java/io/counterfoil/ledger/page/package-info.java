/** The page, in a real browser. */
@NullMarked
package io.counterfoil.ledger.page;

import org.jspecify.annotations.NullMarked;
