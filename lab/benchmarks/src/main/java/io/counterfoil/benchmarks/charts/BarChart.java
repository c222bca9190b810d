package io.counterfoil.benchmarks.charts;

import io.counterfoil.benchmarks.Svg;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * An SVG chart of horizontal bars in panels one below the other, in light or dark mode according to the reader's setting. A bar ends at
 * the median, its whiskers at the least and the greatest value.
 *
 * @param source what the figures were measured on, with a full stop
 */
record BarChart(String title, String source, List<Panel> panels) {

    /** The most bars of a row. */
    static final int MAX_SERIES = 2;

    private static final int WIDTH = 960;
    private static final int LEFT = 352;
    private static final int PLOT = 448;
    private static final int VALUES = LEFT + PLOT + 14;
    private static final int HEAD = 66;
    private static final int PANEL_HEAD = 52;
    private static final int PANEL_FOOT = 40;
    private static final int BAR = 11;
    private static final int PITCH = 15;
    private static final int GAP = 11;
    private static final int TICKS = 6;

    private static final String STYLE = """
            .value { font-size: 11px }
            .base { stroke: #59636e; stroke-width: 1 }
            .whisker { stroke: #1f2328; stroke-width: 1.2; fill: none }
            .aim { stroke: #c4161c; stroke-width: 2.5 }
            .o0 { fill: #0b62d6 } .o1 { fill: #6ea8f5 } .p0 { fill: #7d8590 } .p1 { fill: #b4bcc6 }
            @media (prefers-color-scheme: dark) {
              .base { stroke: #9198a1 } .whisker { stroke: #f0f6fc } .aim { stroke: #ff7b72 }
              .o0 { fill: #388bfd } .o1 { fill: #1f5fae } .p0 { fill: #6e7681 } .p1 { fill: #464c54 }
            }
            """;

    /**
     * Rows on one axis.
     *
     * @param base where the axis has a line: the value of what the others are compared with
     */
    record Panel(String title, OptionalDouble base, List<String> series, List<Row> rows) {

        /**
         * Checks the panel.
         *
         * @throws IllegalArgumentException if it has no figure or too many series
         */
        Panel {
            if (series.isEmpty() || series.size() > MAX_SERIES) {
                throw new IllegalArgumentException("\"%s\" has %d series".formatted(title, series.size()));
            }
            if (rows.stream().flatMap(row -> row.figures().stream()).noneMatch(Optional::isPresent)) {
                throw new IllegalArgumentException("\"%s\" has no figures".formatted(title));
            }
        }

        double max() {
            double max = aims().max().orElse(0);
            return Math.max(
                    max,
                    figures().mapToDouble(figure -> figure.spread().max()).max().orElse(0));
        }

        private DoubleStream aims() {
            return rows.stream().flatMapToDouble(row -> row.aim().stream());
        }

        private Stream<Figure> figures() {
            return rows.stream().flatMap(row -> row.figures().stream().flatMap(Optional::stream));
        }

        /** Whether it has rows of ours and others. */
        boolean isMixed() {
            return rows.stream().map(Row::ours).distinct().count() > 1;
        }

        String unit() {
            return figures().findFirst().orElseThrow().unit();
        }

        int pitch() {
            return series.size() * PITCH + GAP;
        }

        int height() {
            return PANEL_HEAD + rows.size() * pitch() + PANEL_FOOT;
        }
    }

    /**
     * A row with a bar for each series.
     *
     * @param remark in small letters below the name; may be empty
     * @param ours whether it is emphasized
     * @param aim what was aimed at
     */
    record Row(String name, String remark, boolean ours, List<Optional<Figure>> figures, OptionalDouble aim) {}

    String svg() {
        Svg svg = new Svg(WIDTH, HEAD + panels.stream().mapToInt(Panel::height).sum(), title, STYLE);
        boolean whiskers = panels.stream().flatMap(Panel::figures).anyMatch(Figure::hasRange);
        svg.text(
                20,
                52,
                "tick",
                "start",
                source + (whiskers ? " Bars are medians, whiskers the least and the greatest of the rounds." : ""));
        int top = HEAD;
        for (Panel panel : panels) {
            draw(svg, panel, top);
            top += panel.height();
        }
        return svg.end();
    }

    private static void draw(Svg svg, Panel panel, int top) {
        svg.text(20, top + 18, "name", "start", panel.title());
        legend(svg, panel, top + 38);
        int plot = top + PANEL_HEAD;
        int height = panel.rows().size() * panel.pitch();
        double step = Svg.step(panel.max(), TICKS);
        double max = step * Math.ceil(panel.max() / step);
        for (double value = 0; value <= max + step / 2; value += step) {
            double x = LEFT + PLOT * value / max;
            svg.add("<path class=\"grid\" d=\"M%.1f %dv%d\"/>", x, plot, height);
            svg.text(x, plot + height + 15, "tick", "middle", Svg.plain(value, step) + panel.unit());
        }
        panel.base()
                .ifPresent(base ->
                        svg.add("<path class=\"base\" d=\"M%.1f %dv%d\"/>", LEFT + PLOT * base / max, plot, height));
        for (int i = 0; i < panel.rows().size(); i++) {
            draw(svg, panel.rows().get(i), panel, plot + i * panel.pitch() + GAP / 2, max);
        }
    }

    private static void draw(Svg svg, Row row, Panel panel, int top, double max) {
        double middle = top + panel.series().size() * PITCH / 2.0;
        boolean plain = row.remark().isEmpty();
        svg.text(LEFT - 10, middle + (plain ? 4 : -2), row.ours() && panel.isMixed() ? "name" : "", "end", row.name());
        if (!plain) {
            svg.text(LEFT - 10, middle + 12, "tick", "end", row.remark());
        }
        for (int i = 0; i < row.figures().size(); i++) {
            int y = top + i * PITCH + (PITCH - BAR) / 2;
            String colour = (row.ours() ? "o" : "p") + i;
            row.figures().get(i).ifPresent(figure -> draw(svg, figure, colour, y, max));
        }
        row.aim()
                .ifPresent(aim -> svg.add(
                        "<path class=\"aim\" d=\"M%.1f %dv%d\"/>",
                        LEFT + PLOT * aim / max, top - 2, panel.series().size() * PITCH + 4));
    }

    private static void draw(Svg svg, Figure figure, String colour, int y, double max) {
        double scale = PLOT / max;
        svg.add(
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                colour, LEFT, y, scale * figure.spread().median(), BAR);
        double from = LEFT + scale * figure.spread().min();
        double to = LEFT + scale * figure.spread().max();
        if (figure.hasRange()) {
            double middle = y + BAR / 2.0;
            svg.add("<path class=\"whisker\" d=\"M%.1f %.1fv6m0 -3H%.1fm0 -3v6\"/>", from, middle - 3, to);
        }
        svg.text(VALUES, y + BAR - 1.5, "value", "start", figure.text());
    }

    private static void legend(Svg svg, Panel panel, int y) {
        boolean ours = panel.rows().stream().anyMatch(Row::ours);
        double x = LEFT;
        for (int i = 0; i < panel.series().size(); i++) {
            svg.add(
                    "<rect class=\"%s%d\" x=\"%.1f\" y=\"%d\" width=\"14\" height=\"%d\"/>",
                    ours ? "o" : "p", i, x, y - 10, BAR);
            svg.text(x + 20, y, "tick", "start", panel.series().get(i));
            x += 44 + 6.5 * panel.series().get(i).length();
        }
        if (panel.rows().stream().anyMatch(row -> row.aim().isPresent())) {
            svg.add("<path class=\"aim\" d=\"M%.1f %dv13\"/>", x + 4, y - 11);
            svg.text(x + 12, y, "tick", "start", "aim");
        }
    }
}
