/** What it costs to process a message once: the inbox over RabbitMQ and Kafka, beside the same consumer without it, and beside peers. */
@NullMarked
package io.counterfoil.benchmarks.messaging;

import org.jspecify.annotations.NullMarked;
