/**
 * What differs between SQL databases, in one place. A further database is a subclass of {@link io.counterfoil.jdbc.dialect.SqlDialect}, and a
 * script for each feature that is used.
 */
@NullMarked
package io.counterfoil.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
