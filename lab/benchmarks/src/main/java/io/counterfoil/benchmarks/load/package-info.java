/** Loads that alternate between contestants, and their measurements. */
@NullMarked
package io.counterfoil.benchmarks.load;

import org.jspecify.annotations.NullMarked;
