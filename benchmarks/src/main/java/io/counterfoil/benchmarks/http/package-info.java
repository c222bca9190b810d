/** The ledger over HTTP: what a key costs there. */
@NullMarked
package io.counterfoil.benchmarks.http;

import org.jspecify.annotations.NullMarked;
