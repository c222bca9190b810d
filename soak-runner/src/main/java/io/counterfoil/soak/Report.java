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
 * The file that tests report figures to while they run, as lines of a name, a tab and a count. The system property
 * {@value #PROPERTY} names it.
 */
final class Report {

    static final String PROPERTY = "soak.report";

    private Report() {}

    /** Adds to a figure of this JVM's report; does nothing where there is none. */
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

    /** The sums of a report's figures, which may still be growing: a line without its end is left out. */
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
