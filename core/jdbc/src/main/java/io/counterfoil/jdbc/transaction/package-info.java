/** The transactions that claims and records are part of: of a data source, or of an application's own transaction manager. */
@NullMarked
package io.counterfoil.jdbc.transaction;

import org.jspecify.annotations.NullMarked;
