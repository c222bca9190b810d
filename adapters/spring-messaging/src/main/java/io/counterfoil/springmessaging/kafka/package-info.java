/** Kafka in a Spring Boot application: listeners in the scope of their message, and Counterfoil's receivers in Spring's containers. */
@NullMarked
package io.counterfoil.springmessaging.kafka;

import org.jspecify.annotations.NullMarked;
