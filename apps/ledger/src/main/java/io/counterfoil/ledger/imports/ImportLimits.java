package io.counterfoil.ledger.imports;

/**
 * The size limits of a file.
 *
 * @param bytes bytes of the file
 * @param rows rows without the header
 * @param rowCharacters characters of one row; bounds the memory used by parsing
 */
record ImportLimits(long bytes, long rows, int rowCharacters) {

    static final ImportLimits DEFAULT = new ImportLimits(512L << 20, 2_000_000, 1 << 20);
}
