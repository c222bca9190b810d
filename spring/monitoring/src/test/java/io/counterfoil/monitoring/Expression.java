package io.counterfoil.monitoring;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** An expression of PromQL, as far as it names metrics and labels. */
record Expression(String text) {

    private static final Pattern SELECTOR = Pattern.compile("((?:counterfoil_|job:)[a-z0-9_:]+)(?:\\{([^}]*)})?");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on|without) \\(([^)]*)\\)");

    /** Labels that Prometheus adds to each series. */
    private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance");

    /** The metrics that it reads. */
    Set<String> metrics() {
        Set<String> metrics = new TreeSet<>();
        SELECTOR.matcher(text).results().forEach(selector -> metrics.add(selector.group(1)));
        return metrics;
    }

    /** What of it a scrape does not have: a metric, a series with these labels, a label that is grouped by. */
    List<String> missingFrom(Scrape scrape, Map<String, Expression> recorded) {
        List<String> missing = new ArrayList<>();
        for (MatchResult selector : SELECTOR.matcher(text).results().toList()) {
            String metric = selector.group(1);
            Map<String, String> labels =
                    Scrape.labels(Optional.ofNullable(selector.group(2)).orElse(""));
            labels.keySet().removeAll(OF_PROMETHEUS);
            Expression source = recorded.get(metric);
            if (source == null ? !scrape.has(metric, labels) : !source.reads(scrape, labels)) {
                missing.add(metric + (labels.isEmpty() ? "" : labels.toString()));
            }
        }
        for (MatchResult grouping : GROUPING.matcher(text).results().toList()) {
            for (String label : grouping.group(1).split(",\\s*", -1)) {
                if (!OF_PROMETHEUS.contains(label)
                        && metrics().stream().noneMatch(metric -> scrape.hasLabel(metric, label))) {
                    missing.add("label " + label + " of " + metrics());
                }
            }
        }
        return missing;
    }

    private boolean reads(Scrape scrape, Map<String, String> labels) {
        return metrics().stream().allMatch(metric -> scrape.has(metric, labels));
    }
}
