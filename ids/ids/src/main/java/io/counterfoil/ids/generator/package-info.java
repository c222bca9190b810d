/** Generators of identifiers, and the randomness that they draw. */
@NullMarked
package io.counterfoil.ids.generator;

import org.jspecify.annotations.NullMarked;
