package io.counterfoil.messaging.outbox;

import io.counterfoil.messaging.Message;

/**
 * A message that is not published any more until an operator has decided.
 *
 * @param id its place in the outbox
 * @param message the message
 * @param attempts how often the broker has refused it
 * @param reason why, the last time
 */
public record SetAsideMessage(long id, Message message, int attempts, String reason) {}
