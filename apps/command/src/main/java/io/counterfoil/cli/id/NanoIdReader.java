package io.counterfoil.cli.id;

import java.util.regex.Pattern;

/** Recognizes NanoIDs of the default alphabet and length. */
final class NanoIdReader {

    private static final Pattern DEFAULT = Pattern.compile("[A-Za-z0-9_-]{21}");

    private NanoIdReader() {}

    static void read(String text, Findings found) {
        if (DEFAULT.matcher(text).matches()) {
            found.add(Reading.of("nanoid", "NanoID")
                    .likely(text.chars().distinct().count() > 10)
                    .fact("random bits", 126)
                    .build());
        }
    }
}
