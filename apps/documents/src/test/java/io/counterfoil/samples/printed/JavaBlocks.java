package io.counterfoil.samples.printed;

import io.counterfoil.samples.printed.Pieces.Piece;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles blocks of Java, each as a class of its own, all in one run.
 *
 * <p>A block with imports has these alone, and a block without has those that its document has printed so far; with {@code continues} it has
 * them all, and what the block of that name declares. What a reader of the document has, his data source, his tables, his services, is in the class {@code given/TopicReader.java}
 * among the test resources, which the class of a block extends.
 */
final class JavaBlocks {

    private static final Pattern CLASS = Pattern.compile("\\b(?:class|record) (\\w+)");

    private final Map<Block, List<Piece>> pieces = new LinkedHashMap<>();

    JavaBlocks(List<Block> blocks) throws IOException {
        try (Pieces reader = new Pieces()) {
            for (Block block : blocks) {
                pieces.put(block, reader.of(block));
            }
        }
    }

    /** Compiles all of them to this directory; each fault names its line in a document. */
    List<String> faults(List<Path> jars, Path classes) throws IOException {
        Map<String, PrintedClass> printed = new LinkedHashMap<>();
        pieces.keySet().forEach(block -> printed.put(name(block), printed(block)));
        List<PrintedSource> sources = new ArrayList<>();
        printed.forEach((name, type) -> sources.add(new PrintedSource(name, type.text())));
        for (String topic :
                pieces.keySet().stream().map(Block::topic).distinct().toList()) {
            Path reader = reader(topic);
            if (Files.exists(reader)) {
                sources.add(new PrintedSource("printed." + topic + "Reader", Files.readString(reader)));
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
        String classPath = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        List<String> options = List.of(
                "--release",
                "17",
                "-proc:none",
                "-parameters",
                "-Xmaxerrs",
                "1000",
                "-cp",
                classPath,
                "-d",
                classes.toString());
        compiler.getTask(null, null, faults, options, null, sources).call();
        return faults.getDiagnostics().stream()
                .filter(fault -> fault.getKind() == Diagnostic.Kind.ERROR)
                .map(fault -> place(fault, printed) + ": " + fault.getMessage(Locale.ROOT))
                .toList();
    }

    /** The class of a block. */
    static String name(Block block) {
        return "printed." + simpleName(block);
    }

    private static String simpleName(Block block) {
        return block.topic() + block.line();
    }

    private static String place(Diagnostic<? extends JavaFileObject> fault, Map<String, PrintedClass> printed) {
        if (fault.getSource() == null) {
            return "";
        }
        String name =
                fault.getSource().getName().substring(1).replace(".java", "").replace('/', '.');
        return Optional.ofNullable(printed.get(name))
                .map(type -> type.place((int) fault.getLineNumber()))
                .orElse(name + ":" + fault.getLineNumber());
    }

    private PrintedClass printed(Block block) {
        PrintedClass type = new PrintedClass(block);
        importing(block).forEach(type::addImports);
        String parent = block.continued()
                .map(name -> simpleName(named(block, name)) + "Declared")
                .orElse(Files.exists(reader(block.topic())) ? block.topic() + "Reader" : "Object");
        List<Piece> own = pieces.getOrDefault(block, List.of());
        if (block.name().isPresent()) {
            type.addDeclarations(own, simpleName(block) + "Declared", parent);
        }
        type.addBlock(own, simpleName(block), parent);
        return type;
    }

    /** Its own pieces, where it has imports and continues nothing: a reader may copy it alone. Otherwise those of its document until its end. */
    private List<List<Piece>> importing(Block block) {
        List<Piece> own = pieces.getOrDefault(block, List.of());
        if (block.continued().isEmpty() && own.stream().anyMatch(piece -> piece.kind() == Pieces.Kind.IMPORT)) {
            return List.of(own);
        }
        List<List<Piece>> imports = new ArrayList<>();
        for (Map.Entry<Block, List<Piece>> before : pieces.entrySet()) {
            if (before.getKey().document().equals(block.document())) {
                imports.add(before.getValue());
            }
            if (before.getKey().equals(block)) {
                break;
            }
        }
        return imports;
    }

    private Block named(Block block, String name) {
        return pieces.keySet().stream()
                .filter(other -> other.document().equals(block.document())
                        && other.name().equals(Optional.of(name)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        block.where() + " continues " + name + ", and " + block.document() + " has no such block"));
    }

    private static Path reader(String topic) {
        return Path.of("src/test/resources/given", topic + "Reader.java");
    }

    /** The names of the classes that have a {@code main}. */
    List<String> programs() {
        List<String> programs = new ArrayList<>();
        pieces.forEach((block, parts) -> parts.stream()
                .filter(piece -> piece.text().contains("public static void main("))
                .map(piece -> CLASS.matcher(piece.text()))
                .filter(Matcher::find)
                .forEach(type -> programs.add(name(block) + "$" + type.group(1))));
        return programs;
    }
}
