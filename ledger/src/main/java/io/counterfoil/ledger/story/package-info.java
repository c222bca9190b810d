/** The story of a unit of work, told on a page out of the service's own log. */
@NullMarked
package io.counterfoil.ledger.story;

import org.jspecify.annotations.NullMarked;
