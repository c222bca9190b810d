/** Imports: a file of transactions is read, kept, and posted step by step, over restarts of the service. */
@NullMarked
package io.counterfoil.ledger.imports;

import org.jspecify.annotations.NullMarked;
