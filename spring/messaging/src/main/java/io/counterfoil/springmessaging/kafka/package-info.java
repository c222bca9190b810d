/** Kafka in a Spring Boot application: listeners that know their message and run under its correlation ID, extended, and Counterfoil's receivers in Spring's containers. */
@NullMarked
package io.counterfoil.springmessaging.kafka;

import org.jspecify.annotations.NullMarked;
