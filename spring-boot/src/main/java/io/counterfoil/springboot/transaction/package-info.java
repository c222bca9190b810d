/** Finds methods whose work would not be in the transaction that keeps their record. */
@NullMarked
package io.counterfoil.springboot.transaction;

import org.jspecify.annotations.NullMarked;
