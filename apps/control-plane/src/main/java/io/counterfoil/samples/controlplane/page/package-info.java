/** The live page: what is shown, and what its buttons do. */
@NullMarked
package io.counterfoil.samples.controlplane.page;

import org.jspecify.annotations.NullMarked;
