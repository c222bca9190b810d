/** Machine ids for Snowflake generators, leased from a relational database: PostgreSQL. */
@NullMarked
package io.counterfoil.jdbc.machine;

import org.jspecify.annotations.NullMarked;
