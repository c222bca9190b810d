package io.counterfoil.ledger.api;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.entities.ReferenceId.InvalidReferenceException;
import io.counterfoil.ledger.domain.InvalidFieldException;
import org.jspecify.annotations.Nullable;

/** Reference IDs from outside, under the name of the field or parameter that they came in. */
final class ReferenceParameter {

    private ReferenceParameter() {}

    /** @throws InvalidFieldException when it is not there, or none */
    static ReferenceId required(String name, @Nullable String text) {
        if (text == null) {
            throw new InvalidFieldException(name, "is required");
        }
        return read(name, text);
    }

    /** @throws InvalidFieldException when it is none */
    static ReferenceId read(String name, String text) {
        try {
            return ReferenceId.of(text);
        } catch (InvalidReferenceException invalid) {
            throw new InvalidFieldException(name, invalid.reason());
        }
    }
}
