/** Which requests of a Spring MVC application are treated how: annotations, configuration and code, put together at start-up. */
@NullMarked
package io.counterfoil.springboot.endpoint;

import org.jspecify.annotations.NullMarked;
