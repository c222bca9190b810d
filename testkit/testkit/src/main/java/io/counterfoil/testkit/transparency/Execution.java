package io.counterfoil.testkit.transparency;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What one request led to, normalized.
 *
 * @param status the status code, or why there is none
 * @param fields the values of each compared header field, by its name in lower case
 * @param rows the rows of each table, sorted
 */
record Execution(
        String status,
        SortedMap<String, List<String>> fields,
        String body,
        SortedMap<String, List<String>> rows,
        List<String> observations) {

    /** How this execution without a key differs from one with a key. */
    List<Difference> differencesTo(Execution with) {
        List<Difference> found = new ArrayList<>();
        compare(found, Aspect.STATUS, "status", status, with.status);
        compareFields(found, Aspect.HEADER_FIELDS, with, Set.of());
        compare(found, Aspect.BODY, "body", body, with.body);
        compareRows(found, Aspect.ROWS, with);
        compareLines(found, Aspect.OBSERVATIONS, "observed lines", observations, with.observations);
        return found;
    }

    /** How this first execution under a key differs from a later request under it. */
    List<Difference> differencesToReplay(Execution replay, Set<String> notReplayed) {
        List<Difference> found = new ArrayList<>();
        compare(found, Aspect.REPLAY, "status", status, replay.status);
        compareFields(found, Aspect.REPLAY, replay, notReplayed);
        compare(found, Aspect.REPLAY, "body", body, replay.body);
        compareRows(found, Aspect.REPLAY, replay);
        return found;
    }

    private void compareFields(List<Difference> found, Aspect aspect, Execution other, Set<String> ignored) {
        SortedSet<String> names = new TreeSet<>(fields.keySet());
        names.addAll(other.fields.keySet());
        names.removeAll(ignored);
        for (String name : names) {
            compare(found, aspect, "header field " + name, field(name), other.field(name));
        }
    }

    private String field(String name) {
        List<String> values = fields.get(name);
        return values == null ? "(absent)" : String.join(" | ", values);
    }

    private void compareRows(List<Difference> found, Aspect aspect, Execution other) {
        rows.forEach((table, own) ->
                compareLines(found, aspect, "table " + table, own, other.rows.getOrDefault(table, List.of())));
    }

    private static void compareLines(
            List<Difference> found, Aspect aspect, String what, List<String> without, List<String> with) {
        if (!without.equals(with)) {
            found.add(new Difference(aspect, what, shown(without), shown(with)));
        }
    }

    private static String shown(List<String> lines) {
        return lines.isEmpty() ? "(none)" : String.join(String.format("%n%17s", ""), lines);
    }

    private static void compare(List<Difference> found, Aspect aspect, String what, String without, String with) {
        if (!without.equals(with)) {
            found.add(new Difference(
                    aspect, what, without.isEmpty() ? "(empty)" : without, with.isEmpty() ? "(empty)" : with));
        }
    }
}
