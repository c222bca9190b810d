package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.request.KeySource;
import io.counterfoil.http.request.PathTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads where a key is: {@code header:X-Request-Key}, {@code path:variable}, {@code query:parameter}, {@code body:member}. */
final class KeyPlace {

    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

    private static final Pattern OPEN_ENDED = Pattern.compile("\\*\\*|\\{\\*.*}");

    private KeyPlace() {}

    /**
     * The source of a key.
     *
     * @param patterns the whole path that requests are sent to, as each one writes it who names it
     * @throws IllegalArgumentException when the place cannot be read, or the path has no such variable
     */
    static KeySource of(String place, List<String> patterns) {
        int colon = place.indexOf(':');
        String name = place.substring(colon + 1).strip();
        if (colon < 0 || name.isEmpty()) {
            throw unreadable(place);
        }
        return switch (place.substring(0, colon)) {
            case "header" -> KeySource.header(COMMA.split(name));
            case "path" -> inPath(patterns, name);
            case "query" -> KeySource.query(name);
            case "body" -> Json.key(name);
            default -> throw unreadable(place);
        };
    }

    private static IllegalArgumentException unreadable(String place) {
        return new IllegalArgumentException(
                "key.in must be header:X-Request-Key, path:variable, query:parameter or body:member, not \"" + place
                        + "\"");
    }

    /**
     * The variable of the first pattern that has it.
     *
     * @throws IllegalArgumentException when no pattern has a segment that is this variable and nothing else
     */
    private static KeySource inPath(List<String> patterns, String variable) {
        return patterns.stream()
                .filter(pattern -> segments(pattern).stream().anyMatch(segment -> is(variable, segment)))
                .findFirst()
                .map(pattern -> inPattern(pattern, variable))
                .orElseThrow(() -> new IllegalArgumentException("the path " + patterns.get(0) + " has no segment {"
                        + variable + "} for the key: use a variable that is a complete segment"));
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
                        + " in " + pattern + ", so its position varies: move it before that");
            }
            boolean key = is(variable, segment);
            found |= key;
            template.add(key ? "{" + variable + "}" : open ? "**" : "*");
        }
        return KeySource.path(PathTemplate.parse("/" + String.join("/", template)), variable);
    }
}
