package io.counterfoil.ledger.imports;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Where files are kept until their rows are posted. Joins the transaction of the calling thread. */
public interface ImportStore {

    /** The file that came under this key. */
    Optional<ImportFile> byKey(ClientId client, RequestId key);

    /** The file of this import. */
    Optional<ImportFile> byReference(ClientId client, ReferenceId reference);

    /** The files of these imports, as far as there are any. */
    Map<ReferenceId, ImportFile> byReferences(ClientId client, Collection<ReferenceId> references);

    /**
     * Keeps a file with all its rows.
     *
     * @throws IOException when the spooled file cannot be read
     */
    void keep(ClientId client, RequestId key, ImportFile file, SpooledFile rows) throws IOException;

    /** Takes a chunk of rows out, by its number from 0; none behind the last one. */
    Optional<String> take(ClientId client, ReferenceId reference, int number);

    /** Throws the rows away that were not taken. */
    void discard(ClientId client, ReferenceId reference);
}
