/** Finds methods whose work would not be in the transaction that keeps their record. */
@NullMarked
package io.counterfoil.springboot.escape;

import org.jspecify.annotations.NullMarked;
