/** The subcommand {@code schema}, which prints the statements that create the library's tables. */
@NullMarked
package io.counterfoil.cli.schema;

import org.jspecify.annotations.NullMarked;
