/**
 * What differs between SQL databases, in one place. A further database is one more constant of {@link
 * io.counterfoil.jdbc.dialect.SqlDialect}, the statements of its claims in {@code io.counterfoil.jdbc}, and a script for each feature.
 */
@NullMarked
package io.counterfoil.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
