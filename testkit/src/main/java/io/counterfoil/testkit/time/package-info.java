/** Time that a test sets. */
@NullMarked
package io.counterfoil.testkit.time;

import org.jspecify.annotations.NullMarked;
