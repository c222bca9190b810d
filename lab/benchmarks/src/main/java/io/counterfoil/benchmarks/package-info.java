/** Benchmarks of Counterfoil and its peers in the same run. */
@NullMarked
package io.counterfoil.benchmarks;

import org.jspecify.annotations.NullMarked;
