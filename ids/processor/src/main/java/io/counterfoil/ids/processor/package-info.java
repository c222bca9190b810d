/** Checks the prefixes of typed ids at compile time. */
@NullMarked
package io.counterfoil.ids.processor;

import org.jspecify.annotations.NullMarked;
