package io.counterfoil.ledger.imports;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.domain.LedgerId;
import java.net.URI;
import java.util.Optional;

/**
 * The wish for an import; the file comes with it.
 *
 * @param key the data key, unique per client
 * @param ledger where the transactions are posted
 * @param reference the client's name for the import; one is made where it is absent
 * @param batch the client's name for the collection of its transactions; the import's own where it is absent
 * @param callback who is to be told when it has ended
 */
public record NewImport(
        RequestId key,
        LedgerId ledger,
        Optional<ReferenceId> reference,
        Optional<BatchId> batch,
        Optional<URI> callback) {}
