/** The stories that the service tells of itself, over HTTP. */
@NullMarked
package io.counterfoil.ledger.story;

import org.jspecify.annotations.NullMarked;
