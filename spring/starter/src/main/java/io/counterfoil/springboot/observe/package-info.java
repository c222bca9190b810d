/** Guarded requests as observations of Micrometer: timers and spans. */
@NullMarked
package io.counterfoil.springboot.observe;

import org.jspecify.annotations.NullMarked;
