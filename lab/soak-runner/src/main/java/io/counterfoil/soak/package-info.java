/**
 * The command {@code ./soak}, which repeats tests with larger counts and different seeds.
 *
 * <p>An {@link io.counterfoil.soak.Area} names tests of other modules. {@link io.counterfoil.soak.Soak} repeats them in
 * rounds. Each round starts a new JVM for each module ({@link io.counterfoil.soak.TestJvm}), which runs the tests
 * ({@link io.counterfoil.soak.TestMain}) with the counts of the area and the seed of the round.
 */
@NullMarked
package io.counterfoil.soak;

import org.jspecify.annotations.NullMarked;
