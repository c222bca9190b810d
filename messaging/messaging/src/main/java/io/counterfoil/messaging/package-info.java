/** Messages, and what a broker's adapter does with them: publish, deliver, settle. */
@NullMarked
package io.counterfoil.messaging;

import org.jspecify.annotations.NullMarked;
