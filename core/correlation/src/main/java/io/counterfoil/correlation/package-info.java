/** Correlation ids: the value, the current scope and its MDC key, and the way of an id onto other threads. */
@NullMarked
package io.counterfoil.correlation;

import org.jspecify.annotations.NullMarked;
