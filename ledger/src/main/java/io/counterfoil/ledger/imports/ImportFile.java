package io.counterfoil.ledger.imports;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.ledger.domain.LedgerId;
import java.net.URI;
import java.util.Optional;

/**
 * What is kept of a file that is imported.
 *
 * @param reference the import's name
 * @param batch the name of the collection of its transactions
 * @param ledger where they are posted
 * @param columns what its columns are
 * @param fingerprint of the file as it was sent
 * @param rows without the header
 * @param callback who is told of the end
 */
public record ImportFile(
        ReferenceId reference,
        BatchId batch,
        LedgerId ledger,
        CsvColumns columns,
        String fingerprint,
        long rows,
        Optional<URI> callback) {}
