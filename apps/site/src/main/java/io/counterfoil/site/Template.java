package io.counterfoil.site;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text with names in double braces, in whose places values are written. */
final class Template {

    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private final String text;

    private Template(String text) {
        this.text = text;
    }

    /** @param resource of this package */
    static Template read(String resource) {
        return new Template(Resources.text(resource));
    }

    /** @throws IllegalArgumentException if a name has no value */
    String fill(Map<String, String> values) {
        return PLACE.matcher(text).replaceAll(place -> Matcher.quoteReplacement(value(values, place.group(1))));
    }

    private static String value(Map<String, String> values, String name) {
        return Optional.ofNullable(values.get(name))
                .orElseThrow(() -> new IllegalArgumentException("no value for " + name));
    }
}
