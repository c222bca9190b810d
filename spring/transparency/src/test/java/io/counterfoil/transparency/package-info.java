/** The contract of transparency: every shape of a handler is executed without and with a key, and compared. */
@NullMarked
package io.counterfoil.transparency;

import org.jspecify.annotations.NullMarked;
