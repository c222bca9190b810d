/** Clocks and schedulers that a test controls. */
@NullMarked
package io.counterfoil.testkit.time;

import org.jspecify.annotations.NullMarked;
