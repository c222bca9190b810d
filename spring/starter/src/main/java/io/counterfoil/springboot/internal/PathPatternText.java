package io.counterfoil.springboot.internal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.util.UriUtils;

/**
 * The text of a path pattern, of Spring's {@code PathPattern} or {@code AntPathMatcher}, segment by segment.
 *
 * @param pattern the whole
 * @param segments those between the slashes, without the empty one before the first
 * @param hasWildcards whether the text of a path that it matches is not determined by its variables alone
 */
record PathPatternText(String pattern, List<String> segments, boolean hasWildcards) {

    static PathPatternText of(String pattern) {
        List<String> segments = new ArrayList<>();
        int depth = 0;
        int start = pattern.startsWith("/") ? 1 : 0;
        for (int i = start; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (c == '/' && depth == 0) {
                segments.add(pattern.substring(start, i));
                start = i + 1;
            }
        }
        segments.add(pattern.substring(start));
        return new PathPatternText(
                pattern, List.copyOf(segments), segments.stream().anyMatch(PathPatternText::isWild));
    }

    private static boolean isOpenEnded(String segment) {
        return segment.equals("**") || segment.startsWith("{*");
    }

    /** Whether the segment's text is not determined by its variables alone. */
    private static boolean isWild(String segment) {
        int depth = 0;
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 0 && (c == '*' || c == '?')) {
                return true;
            }
        }
        return isOpenEnded(segment);
    }

    Set<String> variables() {
        Set<String> names = new LinkedHashSet<>();
        segments.forEach(segment -> fill(segment, name -> {
            names.add(name);
            return Optional.of("");
        }));
        return names;
    }

    /**
     * A path that the pattern matches, with its variables put in.
     *
     * @param actual the decoded segments of the path that was matched: they take the place of wildcards
     * @return the path, percent-encoded; empty where a variable has no value
     */
    Optional<String> with(Map<String, String> variables, List<String> actual) {
        int open = 0;
        while (open < segments.size() && !isOpenEnded(segments.get(open))) {
            open++;
        }
        int behind = Math.max(0, segments.size() - open - 1);
        int resumed = Math.max(open, actual.size() - behind);
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < segments.size(); i++) {
            if (i == open) {
                actual.subList(Math.min(open, actual.size()), Math.min(resumed, actual.size()))
                        .forEach(segment -> path.append('/').append(encoded(segment)));
                continue;
            }
            int at = i < open ? i : resumed + i - open - 1;
            Optional<String> segment = isWild(segments.get(i)) && at < actual.size()
                    ? Optional.of(actual.get(at))
                    : fill(segments.get(i), name -> Optional.ofNullable(variables.get(name)));
            if (segment.isEmpty()) {
                return Optional.empty();
            }
            path.append('/').append(encoded(segment.get()));
        }
        return Optional.of(path.toString());
    }

    static String encoded(String segment) {
        return UriUtils.encode(segment, StandardCharsets.UTF_8);
    }

    private static Optional<String> fill(String segment, java.util.function.Function<String, Optional<String>> values) {
        StringBuilder filled = new StringBuilder();
        int i = 0;
        while (i < segment.length()) {
            if (segment.charAt(i) != '{') {
                filled.append(segment.charAt(i++));
                continue;
            }
            int end = end(segment, i);
            Optional<String> value = values.apply(name(segment.substring(i + 1, end)));
            if (value.isEmpty()) {
                return Optional.empty();
            }
            filled.append(value.get());
            i = end + 1;
        }
        return Optional.of(filled.toString());
    }

    /** The brace that closes this one; the regular expression of a variable may have braces of its own. */
    private static int end(String segment, int brace) {
        int depth = 0;
        for (int i = brace; i < segment.length(); i++) {
            char c = segment.charAt(i);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return segment.length();
    }

    private static String name(String variable) {
        String name = variable.startsWith("*") ? variable.substring(1) : variable;
        int colon = name.indexOf(':');
        return colon < 0 ? name : name.substring(0, colon);
    }
}
