package io.counterfoil.benchmarks.locality;

import java.time.Duration;

/**
 * The extent of the measurement.
 *
 * @param rows the final number of rows of each table
 * @param rounds the number of chunks
 * @param batch the rows per transaction
 * @param connections the number of concurrently inserting connections
 * @param buffers the pages of 8 KiB in {@code shared_buffers}
 * @param span the simulated time of the rows
 * @param lookUps the number of look-ups in each table, for recent rows and for all rows each
 */
record Plan(int rows, int rounds, int batch, int connections, int buffers, Duration span, int lookUps) {

    int rowsAfter(int round) {
        return (int) ((long) rows * round / rounds);
    }

    /** The number of recent rows: the last hundredth. */
    int recent() {
        return Math.max(1, rows / 100);
    }
}
