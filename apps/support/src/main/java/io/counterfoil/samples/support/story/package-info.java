/** Pages with stories from the program's own logs. */
@NullMarked
package io.counterfoil.samples.support.story;

import org.jspecify.annotations.NullMarked;
