package io.counterfoil.ledger.imports;

import io.counterfoil.operations.Operation;

/**
 * An import as it now is.
 *
 * @param file what is imported
 * @param work how far it is
 */
public record Import(ImportFile file, Operation work) {}
