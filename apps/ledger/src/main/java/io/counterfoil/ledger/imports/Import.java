package io.counterfoil.ledger.imports;

import io.counterfoil.operations.Operation;

/**
 * The current state of an import.
 *
 * @param file the imported file
 * @param work its operation with the progress
 */
public record Import(ImportFile file, Operation work) {}
