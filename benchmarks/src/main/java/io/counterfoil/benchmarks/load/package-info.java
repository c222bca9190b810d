/** Load by threads that take turns between contestants, and what was measured of it. */
@NullMarked
package io.counterfoil.benchmarks.load;

import org.jspecify.annotations.NullMarked;
