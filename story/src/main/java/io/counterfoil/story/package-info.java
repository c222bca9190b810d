/** How the story of one unit of work is put together from the lines of logs. */
@NullMarked
package io.counterfoil.story;

import org.jspecify.annotations.NullMarked;
