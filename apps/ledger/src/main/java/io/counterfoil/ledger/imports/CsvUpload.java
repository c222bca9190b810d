package io.counterfoil.ledger.imports;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.counterfoil.http.request.BodyRate;
import io.counterfoil.ledger.domain.InvalidFieldException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;

/**
 * Parses a file of transactions as it arrives, and spools it. The format is CSV according to RFC 4180 (quotes; line
 * ends of any kind, also within quotes) in UTF-8, with or without a byte order mark, with a header line. Empty lines
 * are skipped.
 *
 * <p>A malformed file is rejected at once, with the line. An invalid row is refused when it is posted: see
 * {@link RowReader}.
 */
final class CsvUpload {

    private static final int BYTE_ORDER_MARK = 0xfeff;

    private final ImportLimits limits;
    private final BodyRate rate;
    private final Path directory;

    CsvUpload(ImportLimits limits, BodyRate rate, Path directory) {
        this.limits = limits;
        this.rate = rate;
        this.directory = directory;
    }

    /**
     * Reads to the end.
     *
     * @return the spooled file; closing deletes it
     * @throws InvalidFieldException when the file is malformed or beyond a limit; the spooled data are deleted
     * @throws IOException when the file did not arrive completely, or too slowly, or the disk is full; the spooled data
     *     are deleted
     */
    SpooledFile read(InputStream body) throws IOException {
        FileBytes bytes = new FileBytes(rate.watch(body), limits.bytes());
        SpooledFile spooled = SpooledFile.in(directory);
        boolean whole = false;
        try {
            spool(bytes, spooled);
            spooled.seal(bytes.digest());
            whole = true;
            return spooled;
        } finally {
            if (!whole) {
                spooled.close();
            }
        }
    }

    private void spool(FileBytes bytes, SpooledFile spooled) throws IOException {
        long lastLine = 0;
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .maxBufferSize(limits.rowCharacters())
                .ofCsvRecord(text(bytes))) {
            Iterator<CsvRecord> records = reader.iterator();
            if (!records.hasNext()) {
                throw new InvalidFieldException("body", "is empty: a header line with column names is required");
            }
            spooled.columns(CsvColumns.ofHeader(records.next().getFields()));
            while (records.hasNext()) {
                CsvRecord fields = records.next();
                lastLine = fields.getStartingLineNumber();
                if (spooled.rows() == limits.rows()) {
                    throw new InvalidFieldException("body", "must have at most " + limits.rows() + " rows");
                }
                refuseNul(lastLine, fields);
                spooled.add(new CsvRow(lastLine, fields.getFields()));
            }
        } catch (CharacterCodingException | CsvParseException | UncheckedIOException unreadable) {
            throw refusal(unreadable, lastLine);
        }
    }

    /** The only character that PostgreSQL text cannot contain. */
    private static void refuseNul(long line, CsvRecord record) {
        if (record.getFields().stream().anyMatch(field -> field.indexOf('\0') >= 0)) {
            throw new InvalidFieldException("body", "has a NUL character in line " + line);
        }
    }

    /** Decodes the text, reports malformed input, and skips the byte order mark. */
    private static Reader text(InputStream bytes) throws IOException {
        Reader text = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()));
        text.mark(1);
        if (text.read() != BYTE_ORDER_MARK) {
            text.reset();
        }
        return text;
    }

    private static InvalidFieldException refusal(Exception unreadable, long lastLine) throws IOException {
        String place = lastLine == 0 ? "" : ", after line " + lastLine;
        for (Throwable cause = unreadable; cause != null; cause = cause.getCause()) {
            if (cause instanceof CharacterCodingException) {
                return new InvalidFieldException("body", "is not readable as UTF-8" + place);
            }
            if (cause instanceof IOException broken) {
                throw broken;
            }
        }
        return new InvalidFieldException(
                "body", "is not readable as CSV" + place + ": a quote is misplaced or missing, or a row is too long");
    }
}
