/** The cost of primary keys on a real PostgreSQL whose tables exceed its memory. */
@NullMarked
package io.counterfoil.benchmarks.locality;

import org.jspecify.annotations.NullMarked;
