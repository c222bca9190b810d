package io.counterfoil.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Paths of one shape: {@code /v1/ledgers/{ledger}/transactions}. A segment is a literal, a variable in braces, {@code *} for
 * any one segment, or, as the last, {@code **} for any number of segments, none among them. Matches the raw path, segment by
 * segment; the values of variables are decoded. Immutable.
 */
public final class PathTemplate {

    private static final Pattern VARIABLE = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_-]*)}");

    private final String text;
    private final List<String> segments;
    private final boolean openEnded;

    private PathTemplate(String text, List<String> segments, boolean openEnded) {
        this.text = text;
        this.segments = List.copyOf(segments);
        this.openEnded = openEnded;
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException when it does not begin with a slash, has {@code **} before its end, a segment that is
     *     partly variable, or a variable twice; the message names the part
     */
    public static PathTemplate parse(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("a path begins with a slash, not so \"" + text + "\"");
        }
        List<String> segments = new ArrayList<>(List.of(text.substring(1).split("/", -1)));
        boolean openEnded = segments.get(segments.size() - 1).equals("**");
        if (openEnded) {
            segments.remove(segments.size() - 1);
        }
        Set<String> variables = new HashSet<>();
        for (String segment : segments) {
            var variable = VARIABLE.matcher(segment);
            boolean whole = variable.matches();
            if (!whole && (segment.contains("{") || segment.contains("}") || segment.contains("**"))) {
                throw new IllegalArgumentException("in \"" + text + "\" the segment \"" + segment
                        + "\" is none: a segment is a literal, {name}, *, or a last **");
            }
            if (whole && !variables.add(variable.group(1))) {
                throw new IllegalArgumentException("in \"" + text + "\" the variable " + segment + " stands twice");
            }
        }
        return new PathTemplate(text, segments, openEnded);
    }

    /** Whether there is a variable of this name. */
    public boolean hasVariable(String name) {
        return segments.contains("{" + name + "}");
    }

    /** The variables' decoded values; empty where the path is of another shape. */
    public Optional<Map<String, String>> match(String path) {
        if (!path.startsWith("/")) {
            return Optional.empty();
        }
        List<String> actual = List.of(path.substring(1).split("/", -1));
        boolean fits = openEnded ? actual.size() >= segments.size() : actual.size() == segments.size();
        if (!fits && !(openEnded && path.equals("/") && segments.isEmpty())) {
            return Optional.empty();
        }
        Map<String, String> variables = new LinkedHashMap<>();
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            var variable = VARIABLE.matcher(segment);
            if (variable.matches()) {
                if (actual.get(i).isEmpty()) {
                    return Optional.empty();
                }
                variables.put(variable.group(1), decoded(actual.get(i)));
            } else if (!segment.equals("*") && !segment.equals(actual.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }

    private static String decoded(String segment) {
        try {
            // A plus sign is itself in a path; only in a form it means a space.
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException undecodable) {
            return segment;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PathTemplate that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The template as it was written. */
    @Override
    public String toString() {
        return text;
    }
}
