/** The story of one unit of work, as it is told by the logs: what it consists of. Immutable. */
@NullMarked
package io.counterfoil.story.model;

import org.jspecify.annotations.NullMarked;
