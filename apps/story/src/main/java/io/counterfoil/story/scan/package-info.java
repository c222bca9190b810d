/** Searches logs for the lines that contain one of several texts. */
@NullMarked
package io.counterfoil.story.scan;

import org.jspecify.annotations.NullMarked;
