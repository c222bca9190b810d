/** A posting of the ledger beside a hand-written controller. */
@NullMarked
package io.counterfoil.benchmarks.ledger;

import org.jspecify.annotations.NullMarked;
