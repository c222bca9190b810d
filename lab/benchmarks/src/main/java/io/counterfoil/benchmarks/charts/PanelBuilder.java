package io.counterfoil.benchmarks.charts;

import io.counterfoil.benchmarks.charts.BarChart.Panel;
import io.counterfoil.benchmarks.charts.BarChart.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a panel of columns of tables. The rows are those of the first series, in their order. */
final class PanelBuilder {

    /** What fits below a name. */
    private static final int REMARK = 60;

    private final String title;
    private final OptionalDouble base;
    private final List<String> series = new ArrayList<>();
    private final List<Map<String, String>> cells = new ArrayList<>();
    private final Map<String, String> remarks = new HashMap<>();
    private final Map<String, Double> aims = new HashMap<>();
    private Set<String> without = Set.of();
    private Predicate<String> ours = name -> name.startsWith("**") || name.startsWith("ours");

    /** @param base where the axis has a line */
    PanelBuilder(String title, OptionalDouble base) {
        this.title = title;
        this.base = base;
    }

    /**
     * Adds the column of each table that has it, and whose title matches; the first group of the pattern is the name of the series. Of
     * more than the panel can have, the last are taken.
     */
    PanelBuilder tables(List<Table> tables, String titles, String column) {
        for (Table table : tables) {
            Matcher found = Pattern.compile(titles).matcher(table.title());
            if (table.header().contains(column) && found.matches()) {
                series(found.group(1), table.cells(column));
                int remark = table.header().lastIndexOf("");
                if (remark > 0) {
                    remarks.putAll(table.cells(remark));
                }
            }
        }
        while (series.size() > BarChart.MAX_SERIES) {
            series.remove(0);
            cells.remove(0);
        }
        return this;
    }

    /** Adds a series: cells by the names of the rows. */
    PanelBuilder series(String name, Map<String, String> column) {
        series.add(name);
        cells.add(column);
        return this;
    }

    /** Leaves out rows. */
    PanelBuilder without(String... names) {
        without = Set.of(names);
        return this;
    }

    /** Chooses the rows to emphasize: by default those whose names are bold or begin with "ours". */
    PanelBuilder ours(Predicate<String> names) {
        ours = names;
        return this;
    }

    PanelBuilder aim(String name, double aim) {
        aims.put(plain(name), aim);
        return this;
    }

    Panel build() {
        if (cells.isEmpty()) {
            throw new IllegalStateException("no table for \"%s\"".formatted(title));
        }
        List<Row> rows = new ArrayList<>();
        for (String name : cells.get(0).keySet()) {
            if (!without.contains(plain(name))) {
                rows.add(row(name));
            }
        }
        return new Panel(title, base, List.copyOf(series), List.copyOf(rows));
    }

    private Row row(String name) {
        List<Optional<Figure>> figures = cells.stream()
                .map(column -> Figure.in(column.getOrDefault(name, "")))
                .toList();
        String[] parts = plain(name).replaceFirst(", [A-Z][\\w.]+$", "").split(": ", 2);
        String remark = parts.length > 1 ? parts[1] : remark(name);
        Double aim = aims.get(plain(name));
        return new Row(
                parts[0],
                remark.length() <= REMARK ? remark : "",
                ours.test(name),
                figures,
                aim == null ? OptionalDouble.empty() : OptionalDouble.of(aim));
    }

    /** Its first part, if the whole does not fit. */
    private String remark(String name) {
        String remark = plain(remarks.getOrDefault(name, "")).replaceFirst("; .*", "");
        return remark.length() <= REMARK ? remark : remark.replaceFirst(": .*", "");
    }

    private static String plain(String markdown) {
        return markdown.replace("**", "").replace("`", "");
    }
}
