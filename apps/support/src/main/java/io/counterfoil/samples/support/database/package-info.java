/** A permanent embedded PostgreSQL, or the connection to the user's own. */
@NullMarked
package io.counterfoil.samples.support.database;

import org.jspecify.annotations.NullMarked;
