/** Shared with the starters; not exported. */
@NullMarked
package io.counterfoil.rabbitmq.internal;

import org.jspecify.annotations.NullMarked;
