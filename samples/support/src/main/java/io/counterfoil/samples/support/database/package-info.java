/** A PostgreSQL of the program's own that lasts, or the way to the user's. */
@NullMarked
package io.counterfoil.samples.support.database;

import org.jspecify.annotations.NullMarked;
