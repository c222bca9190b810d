package io.counterfoil.ledger.imports;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.ledger.domain.LedgerId;
import java.net.URI;
import java.util.Optional;

/**
 * The stored attributes of an imported file.
 *
 * @param reference the import's reference ID
 * @param batch the ID of the batch of its transactions
 * @param ledger the ledger they are posted to
 * @param columns the columns of the file
 * @param fingerprint the digest of the file as sent
 * @param rows the number of rows without the header
 * @param callback the target of the callback at the end
 */
public record ImportFile(
        ReferenceId reference,
        BatchId batch,
        LedgerId ledger,
        CsvColumns columns,
        String fingerprint,
        long rows,
        Optional<URI> callback) {}
