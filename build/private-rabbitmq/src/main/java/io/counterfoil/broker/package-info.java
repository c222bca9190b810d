/** A private RabbitMQ, for programs and tests of this project. */
@NullMarked
package io.counterfoil.broker;

import org.jspecify.annotations.NullMarked;
