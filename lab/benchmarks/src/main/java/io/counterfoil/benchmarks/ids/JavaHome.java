package io.counterfoil.benchmarks.ids;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JDK.
 *
 * @param feature the feature release number of its version
 */
record JavaHome(Path path, int feature) {

    private static final Pattern VERSION = Pattern.compile("^JAVA_VERSION=\"(\\d+)", Pattern.MULTILINE);

    /**
     * Finds the JDK in a directory by its file {@code release}.
     *
     * @throws IOException if there is none
     */
    static JavaHome in(Path directory) throws IOException {
        Path release = directory.resolve("release");
        if (!Files.isExecutable(directory.resolve("bin/java")) || !Files.exists(release)) {
            throw new IOException("%s contains no JDK with bin/java and the file release".formatted(directory));
        }
        Matcher version = VERSION.matcher(Files.readString(release));
        if (!version.find()) {
            throw new IOException("%s has no JAVA_VERSION".formatted(release));
        }
        return new JavaHome(directory, Integer.parseInt(version.group(1)));
    }

    Path java() {
        return path.resolve("bin/java");
    }

    /** The options of a benchmark's JVM. Since Java 24 the JVM warns about JMH's use of sun.misc.Unsafe. */
    String[] options() {
        return feature < 24
                ? new String[] {"-Xms1g", "-Xmx1g"}
                : new String[] {"-Xms1g", "-Xmx1g", "--sun-misc-unsafe-memory-access=allow"};
    }
}
