/** Many transactions at once: by one request beside as many, and by a file beside the database's own way. */
@NullMarked
package io.counterfoil.benchmarks.bulk;

import org.jspecify.annotations.NullMarked;
