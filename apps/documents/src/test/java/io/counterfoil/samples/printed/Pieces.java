package io.counterfoil.samples.printed;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import jdk.jshell.JShell;
import jdk.jshell.SourceCodeAnalysis;

/** Takes blocks of Java apart, as the JDK's shell reads them: imports, declarations, statements. */
final class Pieces implements AutoCloseable {

    /** Behind a comment that the import before it has left. */
    private static final Pattern IMPORT = Pattern.compile("(//[^\n]*|\\s)*import ");

    private final JShell shell = JShell.builder().executionEngine("local").build();
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);

    /** What becomes of a piece in a class. */
    enum Kind {
        IMPORT,
        TYPE,
        MEMBER,
        VARIABLE,
        STATEMENT
    }

    /** @param line of its first line in the document */
    record Piece(Kind kind, String text, int line) {}

    /** @throws IllegalArgumentException when the block is no Java */
    List<Piece> of(Block block) throws IOException {
        List<Piece> pieces = new ArrayList<>();
        SourceCodeAnalysis analysis = shell.sourceCodeAnalysis();
        String rest = block.text();
        while (!rest.isBlank()) {
            SourceCodeAnalysis.CompletionInfo piece = analysis.analyzeCompletion(rest);
            if (piece.completeness() == SourceCodeAnalysis.Completeness.EMPTY) {
                break;
            }
            if (!piece.completeness().isComplete()) {
                throw new IllegalArgumentException(
                        block.where() + ": no Java (" + piece.completeness() + "):\n" + rest);
            }
            int line =
                    block.line() + lines(block.text().substring(0, block.text().length() - rest.length()));
            pieces.add(new Piece(kind(piece.source()), piece.source(), line));
            rest = piece.remaining();
        }
        return pieces;
    }

    private static int lines(String text) {
        return (int) text.chars().filter(character -> character == '\n').count();
    }

    private Kind kind(String piece) throws IOException {
        if (IMPORT.matcher(piece).lookingAt()) {
            return Kind.IMPORT;
        }
        DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
        CompilationUnitTree inside = parse("class Printed {" + piece + "\n}", faults);
        return faults.getDiagnostics().isEmpty()
                ? kind((ClassTree) inside.getTypeDecls().get(0))
                : Kind.STATEMENT;
    }

    private static Kind kind(ClassTree type) {
        Tree member = type.getMembers().get(0);
        if (member instanceof VariableTree variable) {
            boolean field = variable.getModifiers().getFlags().contains(Modifier.STATIC)
                    || !variable.getModifiers().getAnnotations().isEmpty();
            return field ? Kind.MEMBER : Kind.VARIABLE;
        }
        if (member instanceof ClassTree) {
            return Kind.TYPE;
        }
        return member instanceof MethodTree ? Kind.MEMBER : Kind.STATEMENT;
    }

    private CompilationUnitTree parse(String text, DiagnosticCollector<JavaFileObject> faults) throws IOException {
        JavacTask task = (JavacTask) compiler.getTask(
                null, files, faults, List.of("-proc:none"), null, List.of(new PrintedSource("Printed", text)));
        return task.parse().iterator().next();
    }

    @Override
    public void close() throws IOException {
        files.close();
        shell.close();
    }
}
