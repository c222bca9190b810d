package io.counterfoil.cli.console;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of the page, which are those of the library. */
final class PageFiles {

    private static final String FOLDER = "/counterfoil-console/";

    private static final Pattern NAME = Pattern.compile("(?:page|parts)/[a-z][a-z-]*\\.(js|css|svg)");

    private static final Map<String, String> TYPES =
            Map.of("js", "text/javascript; charset=utf-8", "css", "text/css; charset=utf-8", "svg", "image/svg+xml");

    private PageFiles() {}

    /** The file of this name; the page itself for the empty one. */
    static Optional<Reply> find(String name) throws IOException {
        if (name.isEmpty()) {
            return read("index.html", "text/html; charset=utf-8");
        }
        Matcher file = NAME.matcher(name);
        return file.matches() ? read(name, TYPES.getOrDefault(file.group(1), "")) : Optional.empty();
    }

    private static Optional<Reply> read(String name, String type) throws IOException {
        try (InputStream in = PageFiles.class.getResourceAsStream(FOLDER + name)) {
            return in == null ? Optional.empty() : Optional.of(Reply.of(200, type, in.readAllBytes()));
        }
    }
}
