/** What every command prints with: foreign text made harmless, spans of time in words, colours. */
@NullMarked
package io.counterfoil.story.text;

import org.jspecify.annotations.NullMarked;
