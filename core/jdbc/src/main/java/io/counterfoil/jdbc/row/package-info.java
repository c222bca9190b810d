/** The rows of {@code counterfoil_record}: what one means, and how it is found by its key. Knows no database. */
@NullMarked
package io.counterfoil.jdbc.row;

import org.jspecify.annotations.NullMarked;
