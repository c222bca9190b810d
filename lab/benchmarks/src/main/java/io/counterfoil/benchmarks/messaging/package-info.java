/**
 * The cost of processing a message once: the inbox over RabbitMQ and Kafka, compared with the same consumer without it,
 * and with peers.
 */
@NullMarked
package io.counterfoil.benchmarks.messaging;

import org.jspecify.annotations.NullMarked;
