/** Dead letters in queues of RabbitMQ: how they are found, published again and removed. */
@NullMarked
package io.counterfoil.rabbitmq.deadletter;

import org.jspecify.annotations.NullMarked;
