/** Text for terminals and JSON: escaping of foreign text, durations, numbers and styles. */
@NullMarked
package io.counterfoil.story.text;

import org.jspecify.annotations.NullMarked;
