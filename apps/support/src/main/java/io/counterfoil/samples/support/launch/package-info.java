/** Command-line programs: options, one-line error messages, ordered start and stop. */
@NullMarked
package io.counterfoil.samples.support.launch;

import org.jspecify.annotations.NullMarked;
