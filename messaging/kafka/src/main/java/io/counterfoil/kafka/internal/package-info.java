/** Shared with the starters; not exported. */
@NullMarked
package io.counterfoil.kafka.internal;

import org.jspecify.annotations.NullMarked;
