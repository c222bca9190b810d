package io.counterfoil.benchmarks.locality;

/**
 * One chunk of rows inserted into one table, and the state of its index afterwards.
 *
 * @param round the number of the chunk, from 1
 * @param rows the number of rows in the table afterwards
 * @param seconds the time of the inserts and of the checkpoint
 * @param walRecords bytes of WAL records without full-page images
 * @param walImages bytes of full-page images
 * @param walOfIndex the part of both that the index wrote
 * @param indexReads index pages that were not in {@code shared_buffers}
 * @param indexHits index pages that were in {@code shared_buffers}
 * @param leafDensity the fill of the index leaves, in per cent
 */
record Sample(
        KeyKind kind,
        int round,
        int rows,
        int chunk,
        double seconds,
        long walRecords,
        long walImages,
        long walOfIndex,
        long indexReads,
        long indexHits,
        long indexBytes,
        double leafDensity) {

    double rate() {
        return chunk / seconds;
    }

    double walPerRow() {
        return (double) (walRecords + walImages) / chunk;
    }

    double indexReadsPerThousand() {
        return 1000.0 * indexReads / chunk;
    }

    double hitRatio() {
        return (double) indexHits / (indexHits + indexReads);
    }
}
