/** Typed ids in JDBC: set as parameters, read from columns. */
@NullMarked
package io.counterfoil.jdbc.ids;

import org.jspecify.annotations.NullMarked;
