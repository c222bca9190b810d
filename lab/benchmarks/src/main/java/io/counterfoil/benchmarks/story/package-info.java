/** Reading the story of one unit of work from a large log, compared with a search for its ID. */
@NullMarked
package io.counterfoil.benchmarks.story;

import org.jspecify.annotations.NullMarked;
