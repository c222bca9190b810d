package io.counterfoil.http.request;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import java.util.Optional;

/** Finds a field of a body in some format. Thread-safe. */
@FunctionalInterface
public interface BodyFieldReader {

    /**
     * {@return the text of a field; empty where there is none, or the body is none of that format, which the handler rejects}
     *
     * @param body the whole body; neither modified nor retained
     * @param field the field's name
     * @throws InvalidIdentifierException when there is such a field, and it is no text, or is there twice
     */
    Optional<String> read(byte[] body, String field);

    /** The whole body as UTF-8, every byte of it, for bodies that are nothing but a key; empty where the body is. */
    BodyFieldReader WHOLE = (body, field) -> {
        if (body.length == 0) {
            return Optional.empty();
        }
        return Optional.of(Utf8.decode(body).orElseThrow(() -> new InvalidIdentifierException(field, "is not UTF-8")));
    };
}
