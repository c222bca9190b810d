package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;

/**
 * The identity of a message: two messages with one key are duplicates. It is stored as an idempotency key whose client is the receiver.
 *
 * @param receiver the name that all processes share among which a message is to take effect once
 * @param kind what kind of message it is
 * @param id the message's name within its kind
 */
public record MessageKey(ClientId receiver, OperationName kind, RequestId id) {

    private static final OperationName PLAIN = new OperationName("message");

    /**
     * {@return the key of a message under the ID that its sender gave it}
     *
     * @param receiver the name that all processes share among which the message is to take effect once
     * @param messageId {@link io.counterfoil.messaging.Message#id}
     * @throws io.counterfoil.idempotency.key.InvalidIdentifierException when a part is empty, longer than 255 bytes of UTF-8 or
     *     unreadable; the message names it
     */
    public static MessageKey of(String receiver, String messageId) {
        return new MessageKey(ClientId.of(receiver), PLAIN, new RequestId(messageId));
    }

    /** {@return the key that the inbox's engine stores for the message} */
    public IdempotencyKey idempotencyKey() {
        return new IdempotencyKey(receiver, kind, id);
    }

    @Override
    public String toString() {
        return receiver + " " + kind + " " + id;
    }
}
