/**
 * An exhaustive explorer: runs the real engine on a store through every interleaving of several processes, with crashes and
 * leases that run out, and says what broke, step by step. Begin with {@link io.counterfoil.testkit.explore.Explorer}.
 */
@NullMarked
package io.counterfoil.testkit.explore;

import org.jspecify.annotations.NullMarked;
