/** A network to break: transfers through a faulty channel, for the page and for the curious. */
@NullMarked
package io.counterfoil.ledger.playground;

import org.jspecify.annotations.NullMarked;
