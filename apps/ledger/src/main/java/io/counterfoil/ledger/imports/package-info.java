/** Imports: a file of transactions is stored and posted step by step, across restarts of the service. */
@NullMarked
package io.counterfoil.ledger.imports;

import org.jspecify.annotations.NullMarked;
