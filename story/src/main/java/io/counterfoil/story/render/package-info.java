/** A story as text, as JSON, as a page. */
@NullMarked
package io.counterfoil.story.render;

import org.jspecify.annotations.NullMarked;
