/** Stories of the work of a program, out of its own logs, as pages. */
@NullMarked
package io.counterfoil.samples.support.story;

import org.jspecify.annotations.NullMarked;
