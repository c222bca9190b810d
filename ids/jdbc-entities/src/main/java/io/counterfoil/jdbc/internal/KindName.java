package io.counterfoil.jdbc.internal;

import java.util.regex.Pattern;

/** The name of a kind of things, as the program chose it. */
public final class KindName {

    /** The longest, in characters. */
    public static final int MAX_LENGTH = 100;

    private static final Pattern NAME = Pattern.compile("[!-~]{1," + MAX_LENGTH + "}");

    private KindName() {}

    /**
     * Returns the name as it is.
     *
     * @throws IllegalArgumentException when it is not 1 to {@value #MAX_LENGTH} characters of printable ASCII without spaces
     */
    public static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a kind's name has 1 to %s characters of printable ASCII without spaces; this one has %s: <%s>"
                            .formatted(MAX_LENGTH, name.length(), shown(name)));
        }
        return name;
    }

    private static String shown(String name) {
        return name.substring(0, Math.min(name.length(), MAX_LENGTH)).replaceAll("[^ -~]", "?");
    }
}
