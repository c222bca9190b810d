/** Tests of starting, stopping and failing, with real processes and a real PostgreSQL. */
@NullMarked
package io.counterfoil.ledger.launch;

import org.jspecify.annotations.NullMarked;
