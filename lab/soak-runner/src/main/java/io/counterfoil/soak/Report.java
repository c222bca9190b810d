package io.counterfoil.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The file to which tests report figures while they run, as lines of a name, a tab and a count. The system property
 * {@value #PROPERTY} names it.
 */
final class Report {

    static final String PROPERTY = "soak.report";

    private Report() {}

    /** Adds to a figure in the report of this JVM; without a report, does nothing. */
    static void add(String figure, long count) {
        String file = System.getProperty(PROPERTY, "");
        if (file.isEmpty()) {
            return;
        }
        try {
            Files.writeString(
                    Path.of(file),
                    figure + '\t' + count + '\n',
                    UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /** The sums of the figures of a report. The report may still be growing: an incomplete last line is skipped. */
    static Map<String, Long> read(Path file) throws IOException {
        Map<String, Long> figures = new LinkedHashMap<>();
        if (Files.exists(file)) {
            String text = Files.readString(file);
            text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(line -> {
                int tab = line.indexOf('\t');
                figures.merge(line.substring(0, tab), Long.parseLong(line.substring(tab + 1)), Long::sum);
            });
        }
        return figures;
    }
}
