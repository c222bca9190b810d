/** The cost of a key on the ledger over HTTP. */
@NullMarked
package io.counterfoil.benchmarks.http;

import org.jspecify.annotations.NullMarked;
