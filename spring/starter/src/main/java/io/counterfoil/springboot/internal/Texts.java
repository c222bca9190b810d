package io.counterfoil.springboot.internal;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values that can be a key or a client, as text. */
final class Texts {

    private Texts() {}

    static String of(String setting, @Nullable Object value) {
        if (value == null) {
            throw new InvalidIdentifierException(setting, "is missing: its expression evaluates to null");
        }
        if (value instanceof RequestId id) {
            return id.value();
        }
        if (value instanceof ClientId client) {
            return client.value();
        }
        if (TypedIds.isTypedId(value.getClass())) {
            return TypedIds.text(value);
        }
        if (value instanceof CharSequence || value instanceof UUID || value instanceof Number) {
            return value.toString();
        }
        throw new InvalidIdentifierException(
                setting,
                "is a " + value.getClass().getName()
                        + ", which has no unique text: use an expression that evaluates to a string, a number, a UUID or "
                        + "a typed ID");
    }
}
