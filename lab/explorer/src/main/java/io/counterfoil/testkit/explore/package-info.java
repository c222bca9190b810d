/**
 * An exhaustive explorer: runs the real engine on a store through every interleaving of several processes, with crashes
 * and lease expiries, and reports violations step by step. Start with {@link io.counterfoil.testkit.explore.Explorer}.
 */
@NullMarked
package io.counterfoil.testkit.explore;

import org.jspecify.annotations.NullMarked;
