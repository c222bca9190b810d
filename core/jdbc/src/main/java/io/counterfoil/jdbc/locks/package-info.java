/** The strategies by which keys are locked: by PostgreSQL's advisory locks, by the rows of a table, or by any lock that has a number. */
@NullMarked
package io.counterfoil.jdbc.locks;

import org.jspecify.annotations.NullMarked;
