/** Renders a story as text, JSON or an HTML page. */
@NullMarked
package io.counterfoil.story.render;

import org.jspecify.annotations.NullMarked;
