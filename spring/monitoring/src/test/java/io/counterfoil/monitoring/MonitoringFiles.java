package io.counterfoil.monitoring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files that an operator copies from the documents, and the runbook. */
final class MonitoringFiles {

    static final Path FOLDER = Path.of("../../docs/reference/monitoring");
    static final Path RUNBOOK = Path.of("../../docs/reference/runbook.md");

    private MonitoringFiles() {}

    /** A rule: an alert, or a recorded metric. */
    record Rule(String name, boolean alert, Expression expression, Map<String, String> annotations) {}

    static List<Rule> rules() {
        List<Rule> rules = new ArrayList<>();
        for (Map<String, Object> group : maps(yaml("counterfoil-rules.yml"), "groups")) {
            for (Map<String, Object> rule : maps(group, "rules")) {
                boolean alert = rule.containsKey("alert");
                rules.add(new Rule(
                        text(rule, alert ? "alert" : "record"),
                        alert,
                        new Expression(text(rule, "expr")),
                        alert ? texts(rule, "annotations") : Map.of()));
            }
        }
        return rules;
    }

    /** The names of the alerts that a case of promtool expects to fire. */
    static List<String> alertsThatFireInTests() {
        List<String> fired = new ArrayList<>();
        for (Map<String, Object> test : maps(yaml("counterfoil-rules.test.yml"), "tests")) {
            for (Map<String, Object> alert : maps(test, "alert_rule_test")) {
                if (!maps(alert, "exp_alerts").isEmpty()) {
                    fired.add(text(alert, "alertname"));
                }
            }
        }
        return fired;
    }

    static JsonNode dashboard() {
        return JsonMapper.shared().readTree(read(FOLDER.resolve("counterfoil-dashboard.json")));
    }

    static String runbook() {
        return read(RUNBOOK);
    }

    /** The statement of the runbook for a database other than PostgreSQL. */
    static String statement(String database) {
        return read(FOLDER.resolve("open-requests-" + database + ".sql"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Map<String, Object> yaml(String file) {
        return new Yaml().load(read(FOLDER.resolve(file)));
    }

    private static List<Map<String, Object>> maps(Map<String, Object> from, String name) {
        List<Map<String, Object>> maps = new ArrayList<>();
        if (from.get(name) instanceof List<?> several) {
            several.forEach(one -> maps.add(named((Map<?, ?>) one)));
        }
        return maps;
    }

    private static Map<String, Object> named(Map<?, ?> map) {
        Map<String, Object> named = new LinkedHashMap<>();
        map.forEach((name, value) -> named.put(String.valueOf(name), Objects.requireNonNull(value)));
        return named;
    }

    private static Map<String, String> texts(Map<String, Object> from, String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        ((Map<?, ?>) Objects.requireNonNull(from.get(name)))
                .forEach((key, value) -> texts.put(String.valueOf(key), String.valueOf(value)));
        return texts;
    }

    private static String text(Map<String, Object> from, String name) {
        return Objects.requireNonNull(from.get(name), name).toString();
    }
}
