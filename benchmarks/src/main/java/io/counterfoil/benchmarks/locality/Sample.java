package io.counterfoil.benchmarks.locality;

/**
 * One chunk of rows put into one table, and the table's index after it.
 *
 * @param round the how-manieth chunk of the table, from 1
 * @param rows how many rows the table then has
 * @param seconds for the inserts and the checkpoint after them
 * @param walRecords bytes of the write-ahead log, the images of whole pages apart
 * @param walImages bytes of the images of whole pages
 * @param walOfIndex bytes of both that the index wrote
 * @param indexReads pages of the index that were not in {@code shared_buffers} when they were needed
 * @param indexHits those that were
 * @param leafDensity how full the leaves of the index are, in per cent
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
