/** Whether generators keep their promises over many threads and many millions of ids. */
@NullMarked
package io.counterfoil.benchmarks.order;

import org.jspecify.annotations.NullMarked;
