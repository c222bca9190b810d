/** Messages over Kafka: a publisher that is confirmed, and a consumer whose offsets follow the commit. */
@NullMarked
package io.counterfoil.kafka;

import org.jspecify.annotations.NullMarked;
