/** The application's own filters. */
@NullMarked
package io.counterfoil.transparency.shapes.filter;

import org.jspecify.annotations.NullMarked;
