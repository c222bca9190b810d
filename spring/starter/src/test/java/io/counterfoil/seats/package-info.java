/** An application whose entities have typed ids, without the module that brings them into Spring. */
@NullMarked
package io.counterfoil.seats;

import org.jspecify.annotations.NullMarked;
