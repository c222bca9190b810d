/** The data keys of a subsidy system, for clients of the ledger. */
@NullMarked
package io.counterfoil.ledger.keys;

import org.jspecify.annotations.NullMarked;
