package io.counterfoil.story.scan;

import io.counterfoil.story.text.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The rows of CSV (RFC 4180) as objects whose members have the names of the columns, in lower case. */
final class CsvRecords extends Records {

    private static final int END = -1;

    private final Reader reader;
    private final char separator;
    private List<String> names = List.of();

    CsvRecords(InputStream in, char separator) {
        this.reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), HEAD);
        this.separator = separator;
    }

    @Override
    Optional<byte[]> next() throws IOException {
        Optional<List<String>> row = row();
        if (row.isPresent() && names.isEmpty()) {
            names = row.get().stream()
                    .map(name -> name.replace("\uFEFF", "").strip().toLowerCase(Locale.ROOT))
                    .toList();
            row = row();
        }
        return row.map(values -> {
            Map<String, Object> members = new LinkedHashMap<>();
            for (int i = 0; i < Math.min(values.size(), names.size()); i++) {
                members.put(names.get(i), values.get(i));
            }
            return Json.line(members);
        });
    }

    /** The values of the next row that has some. */
    private Optional<List<String>> row() throws IOException {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        for (int c = reader.read(); ; c = reader.read()) {
            if (quoted && c == '"') {
                reader.mark(1);
                if (reader.read() == '"') {
                    value.append('"');
                } else {
                    reader.reset();
                    quoted = false;
                }
            } else if (c == END || (!quoted && c == '\n')) {
                if (value.isEmpty() && values.isEmpty() && c != END) {
                    continue;
                }
                if (c == END && value.isEmpty() && values.isEmpty()) {
                    return Optional.empty();
                }
                values.add(value.toString());
                return Optional.of(values);
            } else if (quoted) {
                value.append((char) c);
            } else if (c == '"' && value.isEmpty()) {
                quoted = true;
            } else if (c == separator) {
                values.add(value.toString());
                value.setLength(0);
            } else if (c != '\r') {
                value.append((char) c);
            }
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
