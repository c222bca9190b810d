/** {@code ./bench scale}: what a keyed request costs each node of a cluster of Citus. */
@NullMarked
package io.counterfoil.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
