/** Handlers, of every shape that is compared. */
@NullMarked
package io.counterfoil.transparency.shapes;

import org.jspecify.annotations.NullMarked;
