/**
 * The cost of the engine: first executions, replays, waiting duplicates and purging, compared with floors and peers on
 * one PostgreSQL.
 */
@NullMarked
package io.counterfoil.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
