/**
 * Creates the tables of this library's features: one script per feature and database, run once under a lock.
 */
@NullMarked
package io.counterfoil.jdbc.schema;

import org.jspecify.annotations.NullMarked;
