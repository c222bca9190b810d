/** Pictures of the figures in the documents. */
@NullMarked
package io.counterfoil.benchmarks.charts;

import org.jspecify.annotations.NullMarked;
