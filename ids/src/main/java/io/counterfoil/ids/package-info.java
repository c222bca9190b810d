/** Generators, text encodings and typed identifiers. */
@NullMarked
package io.counterfoil.ids;

import org.jspecify.annotations.NullMarked;
