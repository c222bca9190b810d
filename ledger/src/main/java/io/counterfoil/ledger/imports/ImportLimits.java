package io.counterfoil.ledger.imports;

/**
 * How large a file may be.
 *
 * @param bytes of the file
 * @param rows without the header
 * @param rowCharacters of one row; also bounds the memory that reading takes
 */
record ImportLimits(long bytes, long rows, int rowCharacters) {

    static final ImportLimits DEFAULT = new ImportLimits(512L << 20, 2_000_000, 1 << 20);
}
