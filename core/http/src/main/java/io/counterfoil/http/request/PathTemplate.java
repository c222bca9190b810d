package io.counterfoil.http.request;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Paths of one shape: {@code /v1/ledgers/{ledger}/transactions}. A segment is a literal, a variable in braces, {@code *} for
 * any one segment, or, as the last, {@code **} for any number of segments, none among them. Immutable.
 *
 * <p>Matches the path as sent, segment by segment. A literal fits in any percent-encoding, and with path parameters ({@code
 * ;v=1}) behind it, because servers find the same handler for them: a request does not get past a rule by being written in
 * another way. A variable's value is the segment without its parameters, decoded. Neither a variable nor {@code *} fits an
 * empty segment.
 */
public final class PathTemplate {

    private static final Pattern VARIABLE = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_-]*)}");

    private final String text;
    private final List<Segment> segments;
    private final boolean openEnded;

    private PathTemplate(String text, List<Segment> segments, boolean openEnded) {
        this.text = text;
        this.segments = List.copyOf(segments);
        this.openEnded = openEnded;
    }

    /**
     * Reads a template.
     *
     * @param text the template, beginning with a slash
     * @return the template
     * @throws IllegalArgumentException when it does not begin with a slash, has {@code **} before its end, a segment that is
     *     partly variable or wrongly percent-encoded, or a variable twice; the message names the part
     */
    public static PathTemplate parse(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("a path must begin with a slash, not \"" + text + "\"");
        }
        List<String> parts = new ArrayList<>(split(text));
        boolean openEnded = parts.get(parts.size() - 1).equals("**");
        if (openEnded) {
            parts.remove(parts.size() - 1);
        }
        Set<String> variables = new HashSet<>();
        List<Segment> segments = new ArrayList<>();
        for (String part : parts) {
            Segment segment = segment(text, part);
            if (segment instanceof Variable variable && !variables.add(variable.name())) {
                throw new IllegalArgumentException("in \"" + text + "\" the variable " + part + " stands twice");
            }
            segments.add(segment);
        }
        return new PathTemplate(text, segments, openEnded);
    }

    private static Segment segment(String text, String part) {
        Matcher variable = VARIABLE.matcher(part);
        if (variable.matches()) {
            return new Variable(variable.group(1));
        }
        if (part.equals("*")) {
            return new Any();
        }
        if (part.contains("{") || part.contains("}") || part.contains("*") || part.contains(";")) {
            throw wrong(text, part);
        }
        return new Literal(Utf8.percentDecode(part).orElseThrow(() -> wrong(text, part)));
    }

    private static IllegalArgumentException wrong(String text, String part) {
        return new IllegalArgumentException("in \"" + text + "\" the segment \"" + part
                + "\" is invalid: a segment is a literal, {name}, *, or a last **");
    }

    /**
     * {@return whether the template has a variable of a name}
     *
     * @param name the variable's name, without braces
     */
    public boolean hasVariable(String name) {
        return segments.contains(new Variable(name));
    }

    /**
     * {@return whether a path is of this shape}
     *
     * @param path the path as sent, without the query
     */
    public boolean fits(String path) {
        return fitting(path).isPresent();
    }

    /** The path's segments as sent; empty where it is of another shape. */
    private Optional<List<String>> fitting(String path) {
        if (!path.startsWith("/")) {
            return Optional.empty();
        }
        List<String> actual = split(path);
        if (openEnded ? actual.size() < segments.size() : actual.size() != segments.size()) {
            return Optional.empty();
        }
        for (int i = 0; i < segments.size(); i++) {
            if (!segments.get(i).fits(actual.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(actual);
    }

    /**
     * The decoded value of a variable; empty where the path is of another shape.
     *
     * @throws InvalidIdentifierException when it has a percent-encoding that cannot be decoded; its kind is the variable's name
     */
    Optional<String> valueOf(String variable, String path) {
        Variable wanted = new Variable(variable);
        int index = segments.indexOf(wanted);
        return fitting(path).filter(actual -> index >= 0).map(actual -> wanted.value(actual.get(index)));
    }

    /**
     * {@return whether every path that fits another template fits this one}
     *
     * @param other the other template
     */
    public boolean covers(PathTemplate other) {
        boolean longEnough = openEnded
                ? other.segments.size() >= segments.size()
                : !other.openEnded && other.segments.size() == segments.size();
        if (!longEnough) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            if (!segments.get(i).covers(other.segments.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static List<String> split(String path) {
        return List.of(path.substring(1).split("/", -1));
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

    /** Any segment that is not empty by default. */
    private sealed interface Segment {

        default boolean fits(String actual) {
            return !actual.isEmpty();
        }

        default boolean covers(Segment other) {
            return !other.equals(new Literal(""));
        }
    }

    private record Literal(String decoded) implements Segment {

        @Override
        public boolean fits(String actual) {
            return actual.equals(decoded)
                    || Utf8.percentDecode(CanonicalPath.withoutParameters(actual))
                            .filter(decoded::equals)
                            .isPresent();
        }

        @Override
        public boolean covers(Segment other) {
            return equals(other);
        }
    }

    private record Variable(String name) implements Segment {

        String value(String actual) {
            return Utf8.percentDecode(CanonicalPath.withoutParameters(actual))
                    .orElseThrow(() ->
                            new InvalidIdentifierException(name, "has a percent-encoding that cannot be decoded"));
        }
    }

    private record Any() implements Segment {}
}
