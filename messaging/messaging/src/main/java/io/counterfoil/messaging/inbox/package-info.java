/** The inbox: messages whose work takes effect once, however often they are delivered. */
@NullMarked
package io.counterfoil.messaging.inbox;

import org.jspecify.annotations.NullMarked;
