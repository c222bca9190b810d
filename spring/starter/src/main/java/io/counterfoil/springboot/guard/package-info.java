/**
 * Guards requests where Spring MVC invokes their handlers: after the application's filters and interceptors, around everything that makes the
 * response.
 */
@NullMarked
package io.counterfoil.springboot.guard;

import org.jspecify.annotations.NullMarked;
