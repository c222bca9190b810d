/** What remembering a request costs: first executions, replays, waiting duplicates and purging, beside floors and peers on one PostgreSQL. */
@NullMarked
package io.counterfoil.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
