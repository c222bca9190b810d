/** A real PostgreSQL for tests. */
@NullMarked
package io.counterfoil.testkit.postgres;

import org.jspecify.annotations.NullMarked;
