/** Sends commands, hears their outcomes, and remembers both. */
@NullMarked
package io.counterfoil.samples.controlplane.orchestrator;

import org.jspecify.annotations.NullMarked;
