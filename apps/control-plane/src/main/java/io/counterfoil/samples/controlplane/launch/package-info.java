/** Starts everything, in order, and ends everything that it started. */
@NullMarked
package io.counterfoil.samples.controlplane.launch;

import org.jspecify.annotations.NullMarked;
