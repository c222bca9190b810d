package io.counterfoil.springboot.endpoint;

import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;

/** How path patterns stand to each other. */
final class Patterns {

    private Patterns() {}

    /** The pattern without the names of its variables: two of one shape match the same paths. */
    static String shape(PathPattern pattern) {
        return pattern.getPatternString().replaceAll("\\{([A-Za-z0-9_-]+)}", "{}");
    }

    /** Whether the wide one matches whatever the narrow one does. */
    static boolean covers(PathPattern wide, PathPattern narrow) {
        boolean mayCover = !isOpenEnded(narrow) || isOpenEnded(wide);
        return shape(wide).equals(shape(narrow))
                || (mayCover && wide.matches(PathContainer.parsePath(narrow.getPatternString())));
    }

    private static boolean isOpenEnded(PathPattern pattern) {
        return pattern.getPatternString().contains("**")
                || pattern.getPatternString().contains("{*");
    }
}
