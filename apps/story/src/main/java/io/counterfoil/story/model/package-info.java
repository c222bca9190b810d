/** The model of a story: the log lines of one unit of work. Immutable. */
@NullMarked
package io.counterfoil.story.model;

import org.jspecify.annotations.NullMarked;
