package io.counterfoil.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A directory with logs, which are rotated while the console runs. */
record LogDirectory(Path path) {

    /** The names of the files that are there now, in their order. */
    List<String> files() throws IOException {
        try (Stream<Path> entries = Files.list(path)) {
            return entries.filter(Files::isRegularFile)
                    .map(Path::toString)
                    .sorted()
                    .toList();
        }
    }
}
