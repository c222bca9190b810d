/** A Spring Boot project of a user, from the outside. */
@NullMarked
package io.counterfoil.samples.fresh;

import org.jspecify.annotations.NullMarked;
