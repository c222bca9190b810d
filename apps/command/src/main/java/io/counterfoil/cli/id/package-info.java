/** The subcommand {@code id}, which generates and inspects IDs with the library's generators and parsers. */
@NullMarked
package io.counterfoil.cli.id;

import org.jspecify.annotations.NullMarked;
