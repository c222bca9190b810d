/**
 * What differs between SQL databases, split by who asks. A further database is a subclass of {@link io.counterfoil.jdbc.dialect.SqlDialect}
 * that returns the strategy by which its keys are locked, and a script for each feature that is used.
 */
@NullMarked
package io.counterfoil.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
