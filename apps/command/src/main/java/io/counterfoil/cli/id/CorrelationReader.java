package io.counterfoil.cli.id;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.InvalidCorrelationIdException;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Recognizes correlation IDs that have segments, or a root in the form that the library generates. Any other text of
 * the grammar is reported as usable as a correlation ID, see {@link Inspection.Use}.
 */
final class CorrelationReader {

    private static final Pattern FRESH = Pattern.compile("[A-Za-z0-9_-]{16}");
    private static final Pattern COUNTER = Pattern.compile("[0-9]+");
    private static final int TIMED = 3;
    private static final int RANDOM = 4;

    private CorrelationReader() {}

    static void read(String text, Function<String, List<Reading>> ofRoot, Findings found) {
        boolean extended = text.indexOf('.') >= 0;
        boolean fresh = FRESH.matcher(text).matches();
        if (!extended && !fresh) {
            return;
        }
        CorrelationId id;
        try {
            id = CorrelationId.parse(text);
        } catch (InvalidCorrelationIdException e) {
            found.refuse("correlation-id", String.valueOf(e.getMessage()));
            return;
        }
        String[] segments = text.split("\\.", -1);
        String root = id.root().value();
        boolean freshRoot = FRESH.matcher(root).matches();
        Reading.Builder reading = Reading.of("correlation-id", "correlation ID")
                .likely(extended || text.chars().anyMatch(c -> "0123456789abcdef".indexOf(c) < 0))
                .fact("root", root, freshRoot ? "96 random bits, the library's form" : "");
        for (int i = 1; i < segments.length; i++) {
            reading.fact("segment " + i, segments[i], meaning(segments[i]));
        }
        if (extended) {
            id.parent().ifPresent(parent -> reading.fact("parent", parent));
            reading.parts(ofRoot.apply(root).stream()
                    .filter(part -> !part.kind().equals("correlation-id"))
                    .toList());
        }
        found.add(reading.build());
    }

    private static String meaning(String segment) {
        if (COUNTER.matcher(segment).matches()) {
            return "a counter";
        }
        return switch (segment.length()) {
            case TIMED -> "form of 8 bits of time and 10 random bits";
            case RANDOM -> "form of 24 random bits";
            default -> "";
        };
    }
}
