/** Text forms of identifiers, strict both ways. */
@NullMarked
package io.counterfoil.ids.text;

import org.jspecify.annotations.NullMarked;
