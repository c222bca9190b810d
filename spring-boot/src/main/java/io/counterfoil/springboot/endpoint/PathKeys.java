package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.KeySource;
import io.counterfoil.http.PathTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the segment of a path that is a key: Spring's patterns can more than a template of ours needs to. */
final class PathKeys {

    private static final Pattern OPEN_ENDED = Pattern.compile("\\*\\*|\\{\\*.*}");

    private PathKeys() {}

    /**
     * The variable of the first pattern that has it.
     *
     * @throws IllegalArgumentException when no pattern has a segment that is this variable and nothing else
     */
    static KeySource of(List<String> patterns, String variable) {
        return patterns.stream()
                .filter(pattern -> segments(pattern).stream().anyMatch(segment -> is(variable, segment)))
                .findFirst()
                .map(pattern -> inPattern(pattern, variable))
                .orElseThrow(() -> new IllegalArgumentException("the path " + patterns.get(0) + " has no segment {"
                        + variable + "} to read the key from: name one of its variables that is a whole segment"));
    }

    private static List<String> segments(String pattern) {
        return List.of(pattern.substring(1).split("/", -1));
    }

    private static boolean is(String variable, String segment) {
        return segment.matches("\\{" + Pattern.quote(variable) + "(:.*)?}");
    }

    private static KeySource inPattern(String pattern, String variable) {
        List<String> template = new ArrayList<>();
        boolean found = false;
        for (String segment : segments(pattern)) {
            boolean open = OPEN_ENDED.matcher(segment).matches();
            if (open && !found) {
                throw new IllegalArgumentException("the path variable {" + variable + "} stands behind " + segment
                        + " in " + pattern + ", at no certain place: put it in front");
            }
            boolean key = is(variable, segment);
            found |= key;
            template.add(key ? "{" + variable + "}" : open ? "**" : "*");
        }
        return KeySource.path(PathTemplate.parse("/" + String.join("/", template)), variable);
    }
}
