/** Messages that the inbox could not process: those that have failed, those that are dead letters, and what an operator does with them. */
@NullMarked
package io.counterfoil.messaging.deadletter;

import org.jspecify.annotations.NullMarked;
