/** Modules beside the starter that an application needs and lacks: found at the start, with the line to add. */
@NullMarked
package io.counterfoil.springboot.missing;

import org.jspecify.annotations.NullMarked;
