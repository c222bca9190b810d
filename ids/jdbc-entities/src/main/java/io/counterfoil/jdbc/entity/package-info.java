/** Creation and command idempotency on plain JDBC, in the caller's own transaction. */
@NullMarked
package io.counterfoil.jdbc.entity;

import org.jspecify.annotations.NullMarked;
