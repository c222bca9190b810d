package io.counterfoil.benchmarks.charts;

import io.counterfoil.benchmarks.MarkedSection;
import io.counterfoil.benchmarks.charts.BarChart.Panel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A picture of the tables of a section of a document.
 *
 * @param document the name of the document
 * @param section the name of the marked section
 * @param panels makes the panels of the section's tables
 */
record Picture(String document, String section, String title, Function<List<Table>, List<Panel>> panels) {

    private static final String BENCHMARKS = "benchmarks.md";
    private static final OptionalDouble PERCENT = OptionalDouble.of(100);
    private static final OptionalDouble TIMES = OptionalDouble.of(1);

    /** What a section begins with: the machine and its Java. */
    private static final Pattern SOURCE =
            Pattern.compile("\\s*(.*? Java [\\d.]+(?: and [\\d.]+)?)[.,]\\s.*", Pattern.DOTALL);

    static final List<Picture> ALL = List.of(
            new Picture(
                    BENCHMARKS,
                    "engine-first",
                    "First executions, beside what one can write by hand (floor3)",
                    tables -> List.of(engine(tables, "First executions", "floor3")
                            .without("floor2", "floor1rt")
                            .build())),
            new Picture(
                    BENCHMARKS,
                    "engine-replay",
                    "Replays, beside one SELECT by the key (floor-select)",
                    tables -> List.of(engine(tables, "Replays", "floor-select").build())),
            new Picture(
                    BENCHMARKS,
                    "engine-mixed",
                    "First executions and replays mixed, beside what one can write by hand (floor3)",
                    tables -> Stream.of("10 % of the requests are replays", "50 % of the requests are replays")
                            .map(mix -> engine(tables, mix, "floor3").build())
                            .toList()),
            new Picture(BENCHMARKS, "ids", "Making, printing and reading ids, beside others", Picture::ids),
            new Picture(
                    BENCHMARKS,
                    "http-bookings",
                    "A key over HTTP, beside a controller that treats it by hand",
                    tables -> Stream.of("A booking", "A replay")
                            .map(kind -> new PanelBuilder(kind + ": requests per second, of by hand", PERCENT)
                                    .tables(tables, kind + " over HTTP, (\\d+ connections)", "of by hand")
                                    .build())
                            .toList()),
            new Picture(
                    BENCHMARKS,
                    "http-ledger",
                    "A key over HTTP, on the ledger",
                    tables -> List.of(new PanelBuilder("Requests per second, of a deposit without a key", PERCENT)
                            .tables(tables, "The ledger over HTTP, (\\d+ connections)", "of a deposit without a key")
                            .ours(name -> name.equals("deposit, with a key") || name.startsWith("replay"))
                            .aim("deposit, with a key", 85)
                            .build())),
            new Picture(
                    BENCHMARKS,
                    "ledger",
                    "A posting of the ledger, beside a hand-written controller",
                    tables -> List.of(new PanelBuilder("Postings per second, of by hand", PERCENT)
                            .tables(tables, "Postings, (\\d+ connections)", "of by hand")
                            .without("read of a ledger", "405")
                            .ours(name -> !name.startsWith("by hand"))
                            .aim("posting by its data key", 85)
                            .build())),
            new Picture(
                    BENCHMARKS,
                    "messaging",
                    "A message once, beside the same consumer without deduplication",
                    tables -> List.of(
                            messaging(tables, "plain messages", "ours, Inbox.messages"),
                            messaging(tables, "signals with outcomes", "ours, SignalReceiver"))),
            new Picture(
                    "scale.md",
                    "scale",
                    "What one request costs each node of a cluster, in processor time",
                    Picture::scale));

    /** The name of the file, which is beside the document. */
    String file() {
        return "benchmarks-" + section + ".svg";
    }

    /**
     * The picture of what the document says now.
     *
     * @param documents the directory of the documents
     * @throws IOException if the document has no such section
     */
    String svg(Path documents) throws IOException {
        String text = new MarkedSection(documents.resolve(document), section).text();
        Matcher source = SOURCE.matcher(text);
        String machine = source.matches() ? source.group(1) + "." : "";
        return new BarChart(title, machine, panels.apply(Table.in(text))).svg();
    }

    private static PanelBuilder engine(List<Table> tables, String kind, String base) {
        PanelBuilder panel = new PanelBuilder(kind + ": requests per second, of " + base, PERCENT)
                .tables(tables, kind + ", (\\d+ threads)", "of " + base);
        aims(tables, ", of " + base).forEach(panel::aim);
        return panel;
    }

    /** The aims by the names of rows, without the suffix. */
    private static Map<String, Double> aims(List<Table> tables, String suffix) {
        Map<String, Double> aims = new LinkedHashMap<>();
        for (Table table : tables) {
            if (table.header().contains("aim")) {
                table.cells("least").forEach((name, least) -> {
                    if (name.endsWith(suffix)) {
                        aims.put(name.substring(0, name.length() - suffix.length()), figure(least));
                    }
                });
            }
        }
        return aims;
    }

    private static double figure(String cell) {
        return Figure.in(cell).orElseThrow().spread().median();
    }

    private static List<Panel> ids(List<Table> tables) {
        Table targets = tables.stream()
                .filter(table -> table.title().equals("Targets"))
                .findFirst()
                .orElseThrow();
        List<Panel> panels = new ArrayList<>();
        panels.addAll(ids(targets, "≥", "others' time ÷ ours"));
        panels.addAll(ids(targets, "≤", "our time ÷ another of ours, or the clock's"));
        return panels;
    }

    /** A panel for each JDK, which has a column for one thread and one for two, with the rows of one direction. */
    private static List<Panel> ids(Table targets, String limit, String ratio) {
        Table these = targets.with(
                row -> row.get(1).startsWith(limit),
                row -> row.get(0).replaceFirst("^(the fastest .*) ÷ (v7.*)$", "$2: $1 ÷ ours"));
        List<Panel> panels = new ArrayList<>();
        for (int column = 2; column + 2 < these.header().size(); column += 2) {
            String[] first = these.header().get(column).split(", ", 2);
            PanelBuilder panel = new PanelBuilder(first[0] + ": " + ratio, TIMES)
                    .ours(name -> true)
                    .series(first[1], these.cells(column))
                    .series(these.header().get(column + 1), these.cells(column + 1));
            these.cells("limit").forEach((name, aim) -> panel.aim(name, Double.parseDouble(aim.substring(2))));
            panels.add(panel.build());
        }
        return panels;
    }

    private static Panel messaging(List<Table> tables, String kind, String ours) {
        return new PanelBuilder("Per second, of those without deduplication: " + kind, PERCENT)
                .tables(tables, "(\\w+), " + kind, "ratio to the first")
                .aim(ours, 80)
                .build();
    }

    private static List<Panel> scale(List<Table> tables) {
        Table table = tables.get(0);
        List<Panel> panels = new ArrayList<>();
        for (String request :
                table.rows().stream().map(row -> row.get(2)).distinct().toList()) {
            Table these = table.with(
                    row -> row.get(2).equals(request), row -> "%s, connected to %s".formatted(row.get(0), row.get(1)));
            panels.add(new PanelBuilder("Processor time: " + request, OptionalDouble.empty())
                    .ours(name -> true)
                    .series("the coordinator", these.cells(4))
                    .series("each worker", these.cells(5))
                    .build());
        }
        return panels;
    }
}
