package io.counterfoil.ledger.imports;

import java.util.List;

/**
 * A record of a file.
 *
 * @param line the line on which it begins, from 1; the header is line 1
 * @param cells the values of its fields, without quotes
 */
record CsvRow(long line, List<String> cells) {

    CsvRow {
        cells = List.copyOf(cells);
    }
}
