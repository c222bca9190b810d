package io.counterfoil.benchmarks.charts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A table of a document in Markdown.
 *
 * @param title the nearest heading above it; empty if there is none
 */
record Table(String title, List<String> header, List<List<String>> rows) {

    /** The tables of a text, in their order. */
    static List<Table> in(String markdown) {
        List<Table> tables = new ArrayList<>();
        String title = "";
        List<List<String>> lines = new ArrayList<>();
        for (String line : (markdown + "\n").split("\n", -1)) {
            if (line.startsWith("|")) {
                lines.add(split(line));
            } else if (!lines.isEmpty()) {
                // The second line is the rule below the header.
                tables.add(new Table(title, lines.get(0), List.copyOf(lines.subList(2, lines.size()))));
                lines.clear();
            }
            if (line.startsWith("#")) {
                title = line.replaceFirst("^#+ ", "");
            }
        }
        return tables;
    }

    private static List<String> split(String line) {
        String inner = line.substring(1, line.lastIndexOf('|'));
        return Arrays.stream(inner.split("\\|", -1)).map(String::strip).toList();
    }

    /** The same table with some of its rows, under other names. */
    Table with(Predicate<List<String>> chosen, Function<List<String>, String> name) {
        return new Table(
                title,
                header,
                rows.stream()
                        .filter(chosen)
                        .map(row -> Stream.concat(
                                        Stream.of(name.apply(row)), row.stream().skip(1))
                                .toList())
                        .toList());
    }

    /**
     * A column: its cells by the first cells of the rows, in their order.
     *
     * @throws IllegalArgumentException if the table has no such column
     */
    Map<String, String> cells(String column) {
        int number = header.indexOf(column);
        if (number < 0) {
            throw new IllegalArgumentException("the table \"%s\" has no column \"%s\"".formatted(title, column));
        }
        return cells(number);
    }

    /** A column by its number. */
    Map<String, String> cells(int column) {
        Map<String, String> cells = new LinkedHashMap<>();
        rows.forEach(row -> cells.put(row.get(0), row.get(column)));
        return cells;
    }
}
