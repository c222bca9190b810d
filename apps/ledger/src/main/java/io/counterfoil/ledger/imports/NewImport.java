package io.counterfoil.ledger.imports;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.domain.LedgerId;
import java.net.URI;
import java.util.Optional;

/**
 * A request for an import, without the file.
 *
 * @param key the data key, unique per client
 * @param ledger the ledger the transactions are posted to
 * @param reference the client's reference ID for the import; generated where it is absent
 * @param batch the client's ID for the batch of its transactions; the import's reference ID where it is absent
 * @param callback the target of the callback at the end
 */
public record NewImport(
        RequestId key,
        LedgerId ledger,
        Optional<ReferenceId> reference,
        Optional<BatchId> batch,
        Optional<URI> callback) {}
