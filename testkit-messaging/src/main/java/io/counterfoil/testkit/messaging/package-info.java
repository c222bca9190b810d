/** The contract of messages over a broker, and what a broker's adapter shows of itself to be held to it. */
@NullMarked
package io.counterfoil.testkit.messaging;

import org.jspecify.annotations.NullMarked;
