package io.counterfoil.jdbc.messaging;

import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.messaging.inbox.MessageKey;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The primary key of a message's rows. */
final class MessageHash {

    private MessageHash() {}

    /** 32 bytes over the parts of the key, each with its length. */
    static byte[] of(MessageKey key) {
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        for (String part :
                List.of(key.receiver().value(), key.kind().value(), key.id().value())) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            parts.writeBytes(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            parts.writeBytes(bytes);
        }
        return Fingerprint.of(parts.toByteArray()).toByteArray();
    }
}
