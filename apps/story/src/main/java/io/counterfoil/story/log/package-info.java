/** Parses single log lines: JSON of the usual encoders, or text. */
@NullMarked
package io.counterfoil.story.log;

import org.jspecify.annotations.NullMarked;
