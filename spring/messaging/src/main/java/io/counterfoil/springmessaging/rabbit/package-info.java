/** RabbitMQ in a Spring Boot application: listeners that know their message and run under its correlation ID, extended, and Counterfoil's receivers and publisher over Spring AMQP. */
@NullMarked
package io.counterfoil.springmessaging.rabbit;

import org.jspecify.annotations.NullMarked;
