package io.counterfoil.ledger.imports;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The stored form of rows until they are posted: normalized CSV in which the row's line number comes first. One chunk
 * is posted in one transaction.
 */
final class CsvChunk {

    /** The maximum number of rows of one chunk. */
    static final int MAX_ROWS = 1000;

    /** A chunk of this many characters takes no further row. */
    static final int FULL = 1 << 20;

    private final StringWriter text = new StringWriter();
    private final CsvWriter writer =
            CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text);
    private int rows;

    void add(CsvRow row) {
        List<String> fields = new ArrayList<>(row.cells().size() + 1);
        fields.add(Long.toString(row.line()));
        fields.addAll(row.cells());
        writer.writeRecord(fields);
        rows++;
    }

    int rows() {
        return rows;
    }

    boolean isFull() {
        if (rows >= MAX_ROWS) {
            return true;
        }
        return text.getBuffer().length() >= FULL;
    }

    String text() {
        try {
            writer.flush();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    static List<CsvRow> rowsOf(String text) {
        List<CsvRow> rows = new ArrayList<>();
        // Accepts any number of fields: a row with too many or too few is refused when it is posted, by its line.
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .skipEmptyLines(false)
                .ofCsvRecord(text)) {
            for (CsvRecord fields : reader) {
                List<String> all = fields.getFields();
                rows.add(new CsvRow(Long.parseLong(all.get(0)), all.subList(1, all.size())));
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return rows;
    }
}
