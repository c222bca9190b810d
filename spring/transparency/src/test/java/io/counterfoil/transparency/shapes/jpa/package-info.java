/** Handlers that use JPA. */
@NullMarked
package io.counterfoil.transparency.shapes.jpa;

import org.jspecify.annotations.NullMarked;
