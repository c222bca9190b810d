package io.counterfoil.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import io.counterfoil.testkit.packed.ReactorModules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Reads Java sources as the compiler does, and finds what breaks the rules of the tests. */
final class SourceRules extends TreePathScanner<Void, Void> {

    private static final String SLEEPS = "sleeps";
    private static final String COMMON_POOL = "uses the common pool";
    private static final String CLOCK = "compares with the clock";
    private static final String SECONDS = "limits by seconds";
    private static final String SEEDLESS = "draws without a seed";
    private static final String PORT = "finds a port";
    private static final String DIGITS = "looks for digits";
    private static final String REPEATS = "repeats";
    private static final String LONG_NAME = "has a long name";

    /** Methods of {@code CompletableFuture}, and how many arguments they have without an executor. */
    private static final Map<String, Integer> WITHOUT_EXECUTOR = Map.ofEntries(
            Map.entry("runAsync", 1),
            Map.entry("supplyAsync", 1),
            Map.entry("thenRunAsync", 1),
            Map.entry("thenAcceptAsync", 1),
            Map.entry("thenApplyAsync", 1),
            Map.entry("thenComposeAsync", 1),
            Map.entry("whenCompleteAsync", 1),
            Map.entry("handleAsync", 1),
            Map.entry("exceptionallyAsync", 1),
            Map.entry("thenCombineAsync", 2),
            Map.entry("thenAcceptBothAsync", 2),
            Map.entry("runAfterBothAsync", 2),
            Map.entry("runAfterEitherAsync", 2),
            Map.entry("applyToEitherAsync", 2),
            Map.entry("acceptEitherAsync", 2));

    private static final Map<String, String> CALLS = Map.ofEntries(
            Map.entry("sleep", SLEEPS),
            Map.entry("parkNanos", SLEEPS),
            Map.entry("parkUntil", SLEEPS),
            Map.entry("commonPool", COMMON_POOL),
            Map.entry("parallelStream", COMMON_POOL),
            Map.entry("nanoTime", CLOCK),
            Map.entry("currentTimeMillis", CLOCK),
            Map.entry("assertTimeout", SECONDS),
            Map.entry("assertTimeoutPreemptively", SECONDS));

    private static final Set<String> NEGATIONS =
            Set.of("doesNotContain", "doesNotContainIgnoringCase", "hasMessageNotContaining", "noneMatch");
    private static final Pattern SHORT_NUMBER = Pattern.compile("[0-9]{1,6}");
    private static final int MINUTE = 60;

    /** Of JUnit and jqwik. */
    private static final Set<String> TESTS =
            Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Property", "Example");

    /** A longer name is cut in reports, and read twice. */
    private static final int LONGEST_NAME = 60;

    private final List<Finding> found = new ArrayList<>();
    private final CompilationUnitTree unit;
    private final Trees trees;

    private SourceRules(CompilationUnitTree unit, Trees trees) {
        this.unit = unit;
        this.trees = trees;
    }

    /** A rule that a file need not keep. */
    record Excused(String file, String rule, String reason) {}

    private record Finding(Path file, String rule, long line) {}

    /**
     * What breaks a rule: in the tests and their support every rule, in the rest those about threads.
     *
     * @return {@code file:line rule}, in order; and each exception that excuses nothing
     */
    static List<String> brokenIn(Path root, Set<Excused> exceptions) {
        List<Path> files = ReactorModules.of(root).stream()
                .flatMap(module -> sources(root.resolve(module).resolve("src")).stream())
                .toList();
        List<String> broken = new ArrayList<>();
        Set<Excused> unused = new HashSet<>(exceptions);
        for (Finding finding : findings(files)) {
            String path = root.relativize(finding.file()).toString().replace('\\', '/');
            List<Excused> excused = exceptions.stream()
                    .filter(exception -> path.endsWith('/' + exception.file() + ".java")
                            && exception.rule().equals(finding.rule()))
                    .toList();
            unused.removeAll(excused);
            if (excused.isEmpty() && (finding.rule().equals(COMMON_POOL) || !isProduct(path))) {
                broken.add("%s:%s %s".formatted(path, finding.line(), finding.rule()));
            }
        }
        unused.forEach(exception -> broken.add("excuses nothing: " + exception));
        return broken;
    }

    /** The product, and what starts servers, may look at the clock; what asserts may not. */
    private static boolean isProduct(String path) {
        return path.contains("src/main") && (!path.startsWith("testkit/") || path.startsWith("testkit/network/"));
    }

    /** The rules that the source in a file breaks. */
    static List<String> brokenBy(Path file) {
        return findings(List.of(file)).stream().map(Finding::rule).distinct().toList();
    }

    private static List<Finding> findings(List<Path> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, problem -> {}, List.of(), null, manager.getJavaFileObjectsFromPaths(files));
            List<Finding> all = new ArrayList<>();
            for (CompilationUnitTree unit : task.parse()) {
                SourceRules rules = new SourceRules(unit, Trees.instance(task));
                rules.scan(new TreePath(unit), null);
                all.addAll(rules.found);
            }
            return all;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The Java files below a directory, which need not be there; in order. */
    static List<Path> sources(Path directory) {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
        String method = name(call.getMethodSelect());
        int arguments = call.getArguments().size();
        if (WITHOUT_EXECUTOR.getOrDefault(method, -1) == arguments) {
            found(COMMON_POOL, call);
        } else if (CALLS.containsKey(method) && !isOfAField(call.getMethodSelect(), method)) {
            found(CALLS.get(method), call);
        } else if (method.equals("random") && receiver(call.getMethodSelect()).equals("Math")) {
            found(SEEDLESS, call);
        } else if (method.equals("current") && receiver(call.getMethodSelect()).equals("ThreadLocalRandom")) {
            found(SEEDLESS, call);
        } else if (NEGATIONS.contains(method) && call.getArguments().stream().anyMatch(SourceRules::isAShortNumber)) {
            found(DIGITS, call);
        }
        return super.visitMethodInvocation(call, null);
    }

    @Override
    public Void visitNewClass(NewClassTree made, Void nothing) {
        String type = name(made.getIdentifier());
        List<? extends ExpressionTree> arguments = made.getArguments();
        if ((type.equals("Random") || type.equals("SplittableRandom")) && arguments.isEmpty()) {
            found(SEEDLESS, made);
        }
        return super.visitNewClass(made, null);
    }

    /** A socket that is closed again as soon as its port is known: another process can take the port before it is bound again. */
    @Override
    public Void visitTry(TryTree attempt, Void nothing) {
        List<? extends StatementTree> body = attempt.getBlock().getStatements();
        if (body.size() == 1
                && body.get(0) instanceof ReturnTree end
                && end.getExpression() instanceof MethodInvocationTree call
                && name(call.getMethodSelect()).equals("getLocalPort")) {
            found(PORT, attempt);
        }
        return super.visitTry(attempt, null);
    }

    @Override
    public Void visitAnnotation(AnnotationTree annotation, Void nothing) {
        String type = name(annotation.getAnnotationType());
        if (type.equals("RepeatedTest")) {
            found(REPEATS, annotation);
        } else if (type.equals("Timeout") && isShort(annotation)) {
            found(SECONDS, annotation);
        }
        return super.visitAnnotation(annotation, null);
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
        boolean isTest = method.getModifiers().getAnnotations().stream()
                .anyMatch(annotation -> TESTS.contains(name(annotation.getAnnotationType())));
        if (isTest && method.getName().length() > LONGEST_NAME) {
            found(LONG_NAME, method);
        }
        return super.visitMethod(method, null);
    }

    private static boolean isShort(AnnotationTree timeout) {
        boolean otherUnit = timeout.getArguments().stream()
                .anyMatch(argument -> argument instanceof AssignmentTree assignment
                        && name(assignment.getVariable()).equals("unit")
                        && !name(assignment.getExpression()).equals("SECONDS"));
        return !otherUnit
                && timeout.getArguments().stream()
                        .map(argument ->
                                argument instanceof AssignmentTree assignment ? assignment.getExpression() : argument)
                        .anyMatch(value -> value instanceof LiteralTree literal
                                && literal.getValue() instanceof Number seconds
                                && seconds.longValue() < MINUTE);
    }

    private static boolean isAShortNumber(ExpressionTree argument) {
        return argument instanceof LiteralTree literal
                && literal.getValue() instanceof String text
                && SHORT_NUMBER.matcher(text).matches();
    }

    /** The clock that a product is given is a field or a parameter; {@code System}'s is not. */
    private static boolean isOfAField(ExpressionTree method, String name) {
        return (name.equals("nanoTime") || name.equals("currentTimeMillis"))
                && !receiver(method).equals("System");
    }

    private static String receiver(ExpressionTree method) {
        return method instanceof MemberSelectTree select ? name(select.getExpression()) : "";
    }

    private static String name(Tree tree) {
        if (tree instanceof IdentifierTree identifier) {
            return identifier.getName().toString();
        }
        return tree instanceof MemberSelectTree select ? select.getIdentifier().toString() : "";
    }

    private void found(String rule, Tree where) {
        long position = trees.getSourcePositions().getStartPosition(unit, where);
        found.add(new Finding(
                Path.of(unit.getSourceFile().toUri()), rule, unit.getLineMap().getLineNumber(position)));
    }
}
