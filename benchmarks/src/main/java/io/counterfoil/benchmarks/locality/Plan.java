package io.counterfoil.benchmarks.locality;

import java.time.Duration;

/**
 * How much is measured.
 *
 * @param rows of each table, in the end
 * @param rounds in how many chunks they are inserted
 * @param batch how many rows a transaction inserts
 * @param connections how many insert at once
 * @param buffers pages of 8 KiB in {@code shared_buffers}
 * @param span the time that the rows are spread over
 * @param lookUps how many rows are looked up in each table, of the recent and of the old ones each
 */
record Plan(int rows, int rounds, int batch, int connections, int buffers, Duration span, int lookUps) {

    int rowsAfter(int round) {
        return (int) ((long) rows * round / rounds);
    }

    /** How many of the rows are recent: the last hundredth. */
    int recent() {
        return Math.max(1, rows / 100);
    }
}
