/** Bulk transactions: one request compared with many, and an import compared with the database's own means. */
@NullMarked
package io.counterfoil.benchmarks.bulk;

import org.jspecify.annotations.NullMarked;
