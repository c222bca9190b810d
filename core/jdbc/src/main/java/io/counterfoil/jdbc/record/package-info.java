/** The records of both modes: read, counted, listed and purged. */
@NullMarked
package io.counterfoil.jdbc.record;

import org.jspecify.annotations.NullMarked;
