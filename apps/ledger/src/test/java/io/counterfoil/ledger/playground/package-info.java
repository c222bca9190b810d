/** The network that can be broken, over HTTP. */
@NullMarked
package io.counterfoil.ledger.playground;

import org.jspecify.annotations.NullMarked;
