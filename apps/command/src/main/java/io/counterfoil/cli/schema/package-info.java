/** The subcommand {@code schema}, which prints the scripts of the library's tables, and verifies and upgrades those in a database. */
@NullMarked
package io.counterfoil.cli.schema;

import org.jspecify.annotations.NullMarked;
