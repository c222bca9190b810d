package io.counterfoil.ledger.imports;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Storage of files until their rows are posted. Joins the transaction of the calling thread. */
public interface ImportStore {

    /** The file uploaded under this key. */
    Optional<ImportFile> byKey(ClientId client, RequestId key);

    /** The file of this import. */
    Optional<ImportFile> byReference(ClientId client, ReferenceId reference);

    /** The files of these imports that exist. */
    Map<ReferenceId, ImportFile> byReferences(ClientId client, Collection<ReferenceId> references);

    /**
     * Stores a file with all its rows.
     *
     * @throws IOException when the spooled file cannot be read
     */
    void keep(ClientId client, RequestId key, ImportFile file, SpooledFile rows) throws IOException;

    /** Removes and returns the chunk of rows with this number, from 0; empty after the last one. */
    Optional<String> take(ClientId client, ReferenceId reference, int number);

    /** Deletes the remaining rows. */
    void discard(ClientId client, ReferenceId reference);

    /** Deletes the file. */
    void delete(ClientId client, ReferenceId reference);
}
