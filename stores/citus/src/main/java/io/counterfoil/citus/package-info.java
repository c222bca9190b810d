/** PostgreSQL with the extension Citus: its dialect, and how keys are locked on several nodes. */
@NullMarked
package io.counterfoil.citus;

import org.jspecify.annotations.NullMarked;
