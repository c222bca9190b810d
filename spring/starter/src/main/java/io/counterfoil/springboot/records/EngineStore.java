package io.counterfoil.springboot.records;

import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.store.RecordStore;
import java.util.Optional;

/**
 * The store that the engine works on. A type of its own, since a store may be several beans.
 *
 * @param store of claims in transactional mode, of leases in lease mode
 */
public record EngineStore(RecordStore store) {

    /** {@return the directory of the records; empty where the store does not support one} */
    public Optional<RecordDirectory> directory() {
        return store instanceof RecordDirectory directory ? Optional.of(directory) : Optional.empty();
    }
}
