package io.counterfoil.messaging.outbox;

import io.counterfoil.messaging.Message;

/**
 * A message that waits to be published.
 *
 * @param id its place in the outbox: of two messages of one key, the one that was written first has the lower
 * @param message what is to be published
 */
public record StoredMessage(long id, Message message) {}
