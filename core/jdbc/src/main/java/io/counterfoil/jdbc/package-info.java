/** Claims and records in a relational database. */
@NullMarked
package io.counterfoil.jdbc;

import org.jspecify.annotations.NullMarked;
