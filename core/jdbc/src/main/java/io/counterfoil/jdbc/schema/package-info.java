/** The tables of this library's features: scripts, their execution under a lock, and the check of what is there. */
@NullMarked
package io.counterfoil.jdbc.schema;

import org.jspecify.annotations.NullMarked;
