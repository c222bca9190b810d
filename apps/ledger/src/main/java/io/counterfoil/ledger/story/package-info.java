/** The story page of a unit of work, from the service's own log. */
@NullMarked
package io.counterfoil.ledger.story;

import org.jspecify.annotations.NullMarked;
