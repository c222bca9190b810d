package io.counterfoil.ids.generator;

import java.util.UUID;

/** Makes UUIDs. All generators of this package are thread-safe. */
@FunctionalInterface
public interface UuidGenerator {

    /** {@return a new UUID} */
    UUID generate();
}
