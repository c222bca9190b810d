/** Typed identifiers: one class for each kind of entity. */
@NullMarked
package io.counterfoil.ids;

import org.jspecify.annotations.NullMarked;
