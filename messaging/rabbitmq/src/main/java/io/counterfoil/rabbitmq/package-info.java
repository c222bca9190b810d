/** Messages over RabbitMQ: confirmed, acknowledged after the work, dead-lettered with the reason. */
@NullMarked
package io.counterfoil.rabbitmq;

import org.jspecify.annotations.NullMarked;
