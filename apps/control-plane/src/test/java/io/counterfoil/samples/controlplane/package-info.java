/** The control plane from outside: its API, its page and its processes. */
@NullMarked
package io.counterfoil.samples.controlplane;

import org.jspecify.annotations.NullMarked;
