/** The story of one unit of work, as it is told by the logs: the model, and how it is put together from their lines. */
@NullMarked
package io.counterfoil.story;

import org.jspecify.annotations.NullMarked;
