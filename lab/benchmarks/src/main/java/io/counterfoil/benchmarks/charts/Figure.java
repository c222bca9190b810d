package io.counterfoil.benchmarks.charts;

import io.counterfoil.benchmarks.Spread;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A figure of a document: {@code 110 % (93–115)}, {@code 4.1× (3.9–4.4)} or {@code 740 µs}.
 *
 * @param spread the median and the range; all the same where the figure has no range
 * @param text as in the document
 */
record Figure(Spread spread, String unit, String text) {

    private static final Pattern FIGURE = Pattern.compile("([\\d.,]+)( %|×| µs)(?: \\(([\\d.,]+)–([\\d.,]+)\\))?");

    /** The first figure of a cell of a table, if it has one. */
    static Optional<Figure> in(String cell) {
        Matcher found = FIGURE.matcher(cell);
        if (!found.find()) {
            return Optional.empty();
        }
        double median = number(found.group(1));
        Spread spread = found.group(3) == null
                ? new Spread(median, median, median)
                : new Spread(median, number(found.group(3)), number(found.group(4)));
        return Optional.of(new Figure(spread, found.group(2), found.group()));
    }

    boolean hasRange() {
        return spread.min() < spread.max();
    }

    private static double number(String digits) {
        return Double.parseDouble(digits.replace(",", ""));
    }
}
