/** Finds the lines of logs that have one of some texts in them, and looks at nothing else more closely than it must. */
@NullMarked
package io.counterfoil.story.scan;

import org.jspecify.annotations.NullMarked;
