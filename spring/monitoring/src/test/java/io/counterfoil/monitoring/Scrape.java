package io.counterfoil.monitoring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a service has reported, in Prometheus' text format: the labels of each series, by the name of its metric. */
record Scrape(Map<String, List<Map<String, String>>> series) {

    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]\\w*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    static Scrape of(String text) {
        Map<String, List<Map<String, String>>> series = new TreeMap<>();
        Matcher sample = SAMPLE.matcher(text);
        while (sample.find()) {
            String labels = Optional.ofNullable(sample.group(2)).orElse("");
            series.computeIfAbsent(sample.group(1), name -> new ArrayList<>()).add(labels(labels));
        }
        return new Scrape(series);
    }

    static Map<String, String> labels(String list) {
        Map<String, String> labels = new HashMap<>();
        for (MatchResult label : LABEL.matcher(list).results().toList()) {
            labels.put(label.group(1), label.group(2));
        }
        return labels;
    }

    boolean has(String metric) {
        return series.containsKey(metric);
    }

    boolean hasLabel(String metric, String label) {
        return series.getOrDefault(metric, List.of()).stream().anyMatch(labels -> labels.containsKey(label));
    }

    /** Whether a series of the metric has all of these labels. */
    boolean has(String metric, Map<String, String> labels) {
        return series.getOrDefault(metric, List.of()).stream()
                .anyMatch(one -> one.entrySet().containsAll(labels.entrySet()));
    }
}
