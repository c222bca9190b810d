package io.counterfoil.benchmarks.locality;

import io.counterfoil.benchmarks.Svg;
import java.util.List;
import java.util.Locale;

/**
 * An SVG chart with panels of lines in two columns and one legend, in light or dark mode according to the reader's
 * setting.
 *
 * <p>All panels have the same lines in the same order, at most {@value #MAX_LINES}. Lines differ in their dashes as
 * well as in their colours.
 */
final class Chart {

    static final int MAX_LINES = 8;

    private static final int WIDTH = 960;
    private static final int PANEL_WIDTH = 400;
    private static final int PANEL_HEIGHT = 220;
    private static final int COLUMN = 470;
    private static final int ROW = 300;
    private static final int LEFT = 62;
    private static final int TOP = 128;
    private static final int LEGEND_COLUMN = 225;
    private static final int TICKS = 5;

    private static final String STYLE = """
            .line { fill: none; stroke-width: 2; stroke-linejoin: round }
            .l0 { stroke: #c4161c } .l1 { stroke: #0b62d6 } .l2 { stroke: #0aa2c0; stroke-dasharray: 7 3 }
            .l3 { stroke: #1a7f37 } .l4 { stroke: #8a5a00; stroke-dasharray: 2 3 } .l5 { stroke: #8250df }
            .l6 { stroke: #424a53; stroke-dasharray: 4 4 } .l7 { stroke: #bf3989 }
            .mark { stroke: #818b98; stroke-width: 1; stroke-dasharray: 1 3 }
            @media (prefers-color-scheme: dark) {
              .l0 { stroke: #ff7b72 } .l1 { stroke: #58a6ff } .l2 { stroke: #56d4dd } .l3 { stroke: #56d364 }
              .l4 { stroke: #e3b341 } .l5 { stroke: #d2a8ff } .l6 { stroke: #c9d1d9 } .l7 { stroke: #ff9bce }
            }
            """;

    private final String horizontal;
    private final List<Mark> marks;
    private final List<Panel> panels;
    private final Svg svg;

    /** A point; its coordinates are not negative. */
    record Point(double x, double y) {}

    /** Points from left to right. */
    record Line(String name, List<Point> points) {}

    /** A named position on the horizontal axis. */
    record Mark(double x, String name) {}

    /** One panel. */
    record Panel(String title, List<Line> lines) {}

    /**
     * Creates a chart.
     *
     * @throws IllegalArgumentException if there are more lines than colours
     */
    Chart(String title, String horizontal, List<Mark> marks, List<Panel> panels) {
        for (Panel panel : panels) {
            if (panel.lines().size() > MAX_LINES) {
                throw new IllegalArgumentException("a panel must have at most %d lines, \"%s\" has %d"
                        .formatted(MAX_LINES, panel.title(), panel.lines().size()));
            }
        }
        svg = new Svg(WIDTH, TOP + (panels.size() + 1) / 2 * ROW, title, STYLE);
        this.horizontal = horizontal;
        this.marks = List.copyOf(marks);
        this.panels = List.copyOf(panels);
    }

    String svg() {
        legend();
        for (int i = 0; i < panels.size(); i++) {
            panel(panels.get(i), LEFT + i % 2 * COLUMN, TOP + i / 2 * ROW);
        }
        return svg.end();
    }

    private void legend() {
        List<Line> lines = panels.get(0).lines();
        for (int i = 0; i < lines.size(); i++) {
            int x = LEFT - 42 + i % 4 * LEGEND_COLUMN;
            int y = 60 + i / 4 * 22;
            svg.add("<path class=\"line l%d\" d=\"M%d %dh34\"/>", i, x, y - 4);
            svg.text(x + 42, y, "", "start", lines.get(i).name());
        }
    }

    private void panel(Panel panel, int left, int top) {
        double maxX = max(panel, true);
        double step = Svg.step(max(panel, false), TICKS);
        double maxY = step * Math.ceil(max(panel, false) / step);
        svg.text(left - 42, top - 10, "name", "start", panel.title());
        for (double y = 0; y <= maxY + step / 2; y += step) {
            double at = top + PANEL_HEIGHT * (1 - y / maxY);
            svg.add("<path class=\"grid\" d=\"M%d %.1fh%d\"/>", left, at, PANEL_WIDTH);
            svg.text(left - 6, at + 4, "tick", "end", Svg.plain(y, step));
        }
        double stepX = Svg.step(maxX, TICKS);
        for (double x = 0; x <= maxX + stepX / 1000; x += stepX) {
            svg.text(left + PANEL_WIDTH * x / maxX, top + PANEL_HEIGHT + 18.0, "tick", "middle", Svg.plain(x, stepX));
        }
        svg.text(left, top + PANEL_HEIGHT + 36.0, "tick", "start", horizontal);
        for (Mark mark : marks) {
            double at = left + PANEL_WIDTH * mark.x() / maxX;
            svg.add("<path class=\"mark\" d=\"M%.1f %dv%d\"/>", at, top, PANEL_HEIGHT);
            svg.text(at, top + PANEL_HEIGHT + 36.0, "tick", "middle", mark.name());
        }
        for (int i = 0; i < panel.lines().size(); i++) {
            line(i, panel.lines().get(i), left, top, maxX, maxY);
        }
    }

    private void line(int number, Line line, int left, int top, double maxX, double maxY) {
        StringBuilder path = new StringBuilder();
        for (Point point : line.points()) {
            path.append(String.format(
                    Locale.ROOT,
                    "%s%.1f %.1f",
                    path.isEmpty() ? "M" : "L",
                    left + PANEL_WIDTH * point.x() / maxX,
                    top + PANEL_HEIGHT * (1 - point.y() / maxY)));
        }
        svg.add("<path class=\"line l%d\" d=\"%s\"><title>%s</title></path>", number, path, Svg.escaped(line.name()));
    }

    private static double max(Panel panel, boolean ofX) {
        double max = panel.lines().stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(point -> ofX ? point.x() : point.y())
                .max()
                .orElse(0);
        return max > 0 ? max : 1;
    }
}
