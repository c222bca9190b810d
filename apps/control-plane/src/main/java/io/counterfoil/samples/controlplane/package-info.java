/** A control plane: REST in front, a broker between, controllers behind; every command happens once. */
@NullMarked
package io.counterfoil.samples.controlplane;

import org.jspecify.annotations.NullMarked;
