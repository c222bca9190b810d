/** A story as text, as JSON, as a page. */
@NullMarked
package io.counterfoil.cli.render;

import org.jspecify.annotations.NullMarked;
