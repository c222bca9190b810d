/** Checks that generators keep their promises over many threads and millions of IDs. */
@NullMarked
package io.counterfoil.benchmarks.order;

import org.jspecify.annotations.NullMarked;
