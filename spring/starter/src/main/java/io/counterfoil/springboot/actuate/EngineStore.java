package io.counterfoil.springboot.actuate;

import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.store.RecordStore;
import java.util.Optional;

/** A type of its own, since a store may be several beans. */
record EngineStore(RecordStore store) {

    Optional<RecordDirectory> directory() {
        return store instanceof RecordDirectory directory ? Optional.of(directory) : Optional.empty();
    }
}
