/** Benchmarks, with the peers beside us in the same run. */
@NullMarked
package io.counterfoil.benchmarks;

import org.jspecify.annotations.NullMarked;
