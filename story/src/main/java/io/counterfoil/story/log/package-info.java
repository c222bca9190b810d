/** Reads one line of a log that has been found: JSON of the usual encoders, or text. */
@NullMarked
package io.counterfoil.story.log;

import org.jspecify.annotations.NullMarked;
