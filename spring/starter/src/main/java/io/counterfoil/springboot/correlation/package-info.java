/** Correlation IDs of what an application does beside its requests. */
@NullMarked
package io.counterfoil.springboot.correlation;

import org.jspecify.annotations.NullMarked;
