/** Reads the story of one unit of work from logs. */
@NullMarked
package io.counterfoil.story;

import org.jspecify.annotations.NullMarked;
