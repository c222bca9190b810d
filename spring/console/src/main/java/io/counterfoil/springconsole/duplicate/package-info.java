/** Duplicates and mismatches by operation: what this process counted, and what the store knows. */
@NullMarked
package io.counterfoil.springconsole.duplicate;

import org.jspecify.annotations.NullMarked;
