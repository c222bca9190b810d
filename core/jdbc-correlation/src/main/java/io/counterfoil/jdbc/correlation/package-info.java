/** The correlation ID of the current work, named in the database. Needs the correlation module. */
@NullMarked
package io.counterfoil.jdbc.correlation;

import org.jspecify.annotations.NullMarked;
