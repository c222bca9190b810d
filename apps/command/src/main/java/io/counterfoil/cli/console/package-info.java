/** The subcommand {@code console}: the page for operators, over several services. */
@NullMarked
package io.counterfoil.cli.console;

import org.jspecify.annotations.NullMarked;
