/** The command {@code counterfoil}. */
@NullMarked
package io.counterfoil.cli;

import org.jspecify.annotations.NullMarked;
