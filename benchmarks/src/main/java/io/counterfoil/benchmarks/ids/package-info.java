/** Ids made, printed and read, beside the peers: JMH benchmarks, and the driver that turns them into ratios. */
@NullMarked
package io.counterfoil.benchmarks.ids;

import org.jspecify.annotations.NullMarked;
