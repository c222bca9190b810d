package io.counterfoil.ids.processor;

import io.counterfoil.ids.Prefix;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler.CompilationTask;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;

/** Runs the JDK's compiler with the processor on sources in memory, into a directory. */
final class Compilation {

    private final Path output;
    private final List<JavaFileObject> sources = new ArrayList<>();
    private final List<String> options = new ArrayList<>();

    private Compilation(Path output) {
        this.output = output;
        options.addAll(List.of("-Xlint:all", "-encoding", "UTF-8"));
    }

    static Compilation into(Path output) {
        return new Compilation(output);
    }

    /** A source of one top-level class in package {@code shop}; the imports share its first line. */
    Compilation source(String name, String body) {
        String text =
                "package shop; import io.counterfoil.ids.*; import io.counterfoil.ids.generator.ObjectId; import java.util.UUID;\n"
                        + body;
        sources.add(
                new SimpleJavaFileObject(URI.create("memory:///shop/" + name + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return text;
                    }
                });
        return this;
    }

    Compilation option(String option) {
        options.add(option);
        return this;
    }

    /** What the compiler says, as "KIND line: message"; nothing where it is content. */
    List<String> run() {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(said, Locale.ROOT, null)) {
            Files.createDirectories(output);
            options.addAll(List.of(
                    "-d",
                    output.toString(),
                    "-classpath",
                    "%s%s%s%s%s"
                            .formatted(
                                    output,
                                    java.io.File.pathSeparator,
                                    home(Prefix.class),
                                    java.io.File.pathSeparator,
                                    home(NullMarked.class))));
            CompilationTask task = ToolProvider.getSystemJavaCompiler()
                    .getTask(new StringWriter(), files, said, options, null, sources);
            task.setLocale(Locale.ROOT);
            task.setProcessors(List.of(new PrefixProcessor()));
            task.call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return said.getDiagnostics().stream()
                .map(diagnostic -> "%s %s: %s"
                        .formatted(
                                diagnostic.getKind(), diagnostic.getLineNumber(), diagnostic.getMessage(Locale.ROOT)))
                .toList();
    }

    String index() {
        return text("META-INF/counterfoil/prefixes");
    }

    String text(String path) {
        try {
            return Files.readString(output.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files that are no class files. */
    List<String> resources() {
        try (Stream<Path> files = Files.walk(output)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> output.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> !file.endsWith(".class"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path home(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
