package io.counterfoil.messaging.inbox;

import io.counterfoil.messaging.Delivery;

/**
 * One of several deliveries for {@link Inbox#processAll}.
 *
 * @param delivery not settled yet
 * @param key of the delivered message
 * @param task processes it; a {@link SharedTask} may share a transaction
 */
public record KeyedDelivery(Delivery delivery, MessageKey key, DeliveryTask task) {}
