/** Proof by killed and paused processes, terminated connections and restarted databases. */
@NullMarked
package io.counterfoil.jdbc.crash;

import org.jspecify.annotations.NullMarked;
