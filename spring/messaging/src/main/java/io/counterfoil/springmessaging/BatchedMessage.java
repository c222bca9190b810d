package io.counterfoil.springmessaging;

import io.counterfoil.messaging.inbox.MessageKey;

/**
 * A message of a batch.
 *
 * @param index its position in the batch
 */
record BatchedMessage(int index, MessageKey key) {}
