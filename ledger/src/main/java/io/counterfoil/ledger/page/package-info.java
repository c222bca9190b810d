/** How the page is served; the page itself is in the static resources. */
@NullMarked
package io.counterfoil.ledger.page;

import org.jspecify.annotations.NullMarked;
