package io.counterfoil.testkit.packed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The modules of this build, those of its profiles included. */
public final class ReactorModules {

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    private ReactorModules() {}

    /**
     * The folders of all modules, in the order in which the poms list them, relative to the root with {@code /} between their names. A pom
     * that lists modules itself is not one of them.
     */
    public static List<String> of(Path root) {
        return below(root, "").toList();
    }

    private static Stream<String> below(Path root, String folder) {
        List<String> listed = MODULE.matcher(read(root.resolve(folder).resolve("pom.xml")))
                .results()
                .map(module -> folder + module.group(1))
                .toList();
        return listed.isEmpty()
                ? Stream.of(folder.substring(0, folder.length() - 1))
                : listed.stream().flatMap(module -> below(root, module + "/"));
    }

    private static String read(Path pom) {
        try {
            return Files.readString(pom);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
