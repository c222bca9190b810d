/** The story of one unit of work out of a large log, beside a search for its id. */
@NullMarked
package io.counterfoil.benchmarks.story;

import org.jspecify.annotations.NullMarked;
