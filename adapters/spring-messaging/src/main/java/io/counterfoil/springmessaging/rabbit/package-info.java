/** RabbitMQ in a Spring Boot application: listeners in the scope of their message, and Counterfoil's receivers and publisher over Spring AMQP. */
@NullMarked
package io.counterfoil.springmessaging.rabbit;

import org.jspecify.annotations.NullMarked;
