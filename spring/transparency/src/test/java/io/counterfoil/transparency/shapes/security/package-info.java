/** Handlers behind Spring Security. */
@NullMarked
package io.counterfoil.transparency.shapes.security;

import org.jspecify.annotations.NullMarked;
