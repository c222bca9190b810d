package io.counterfoil.samples.printed;

import io.counterfoil.testkit.packed.PublishedModules;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * All Java of the documents, compiled once for the tests of one JVM.
 *
 * @param faults each with its line in a document
 * @param programs the names of classes with a {@code main}
 * @param classPath for running them
 */
record PrintedJava(PublishedModules modules, List<String> faults, List<String> programs, String classPath) {

    private static @Nullable PrintedJava compiled;

    static synchronized PrintedJava compiled() throws IOException {
        PrintedJava present = compiled;
        if (present == null) {
            present = compile(Path.of("target/printed"));
            compiled = present;
        }
        return present;
    }

    private static PrintedJava compile(Path directory) throws IOException {
        FileSystemUtils.deleteRecursively(directory);
        PublishedModules modules = PublishedModules.layOut(directory.resolve("repository"));
        Path classes = Files.createDirectories(directory.resolve("classes"));
        List<Path> jars = modules.classPath();
        JavaBlocks blocks = new JavaBlocks(Documents.blocks("java"));
        List<String> faults = blocks.faults(jars, classes);
        String classPath = Stream.concat(Stream.of(classes), jars.stream())
                .map(path -> path.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        return new PrintedJava(modules, faults, blocks.programs(), classPath);
    }
}
