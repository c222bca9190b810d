/** Wires the parts into a Spring Boot application. */
@NullMarked
package io.counterfoil.springboot;

import org.jspecify.annotations.NullMarked;
