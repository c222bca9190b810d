/** What the choice of a primary key costs a real PostgreSQL, as its tables outgrow its memory. */
@NullMarked
package io.counterfoil.benchmarks.locality;

import org.jspecify.annotations.NullMarked;
