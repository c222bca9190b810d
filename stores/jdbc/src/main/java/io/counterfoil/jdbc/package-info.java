/** Claims and records in PostgreSQL, in the caller's own transaction. */
@NullMarked
package io.counterfoil.jdbc;

import org.jspecify.annotations.NullMarked;
