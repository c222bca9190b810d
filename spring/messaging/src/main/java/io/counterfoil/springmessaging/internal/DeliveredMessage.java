package io.counterfoil.springmessaging.internal;

/**
 * How a message was delivered.
 *
 * @param message the container's own
 * @param maybeRedelivered whether it may have been delivered before, in a container that ends what has used up its attempts
 * @param otherHandling whether error handling of the application decides how often it is delivered again
 */
public record DeliveredMessage(Object message, boolean maybeRedelivered, boolean otherHandling) {

    static final DeliveredMessage UNKNOWN = new DeliveredMessage("", false, true);
}
