/** The ledger over REST: reads requests, calls the domain, writes answers. */
@NullMarked
package io.counterfoil.ledger.api;

import org.jspecify.annotations.NullMarked;
