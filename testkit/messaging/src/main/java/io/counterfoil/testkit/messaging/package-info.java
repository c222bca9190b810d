/** The contract of broker adapters for messages. */
@NullMarked
package io.counterfoil.testkit.messaging;

import org.jspecify.annotations.NullMarked;
