package io.counterfoil.springmessaging.rabbit;

/** Where the broker puts a message of a queue that is rejected. */
record Destination(String exchange, String routingKey) {}
