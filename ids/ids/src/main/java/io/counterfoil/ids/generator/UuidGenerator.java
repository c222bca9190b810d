package io.counterfoil.ids.generator;

import java.util.UUID;

/** Makes UUIDs. All generators of this package are thread-safe. */
@FunctionalInterface
public interface UuidGenerator {

    /** A new one. */
    UUID generate();
}
