package io.counterfoil.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The public types of the published modules, as their sources declare them. */
final class PublicTypes {

    private static final Pattern NAME = Pattern.compile("@?([A-Z]\\w*(?:\\.[A-Z]\\w*)*)(?:[.(<].*)?", Pattern.DOTALL);
    private static final Set<Tree.Kind> INTERFACES = Set.of(Tree.Kind.INTERFACE, Tree.Kind.ANNOTATION_TYPE);

    private final List<PublicType> types = new ArrayList<>();
    private final Map<String, List<PublicType>> byName;

    /** @throws IOException if a source cannot be read */
    PublicTypes(List<PublicPackage> packages) throws IOException {
        for (PublicPackage each : packages) {
            for (CompilationUnitTree unit : parse(each.files())) {
                Path source = Path.of(unit.getSourceFile().toUri());
                unit.getTypeDecls().forEach(type -> add(type, each, source, "", false));
            }
        }
        byName = types.stream().collect(Collectors.groupingBy(PublicType::name));
    }

    List<PublicType> all() {
        return List.copyOf(types);
    }

    /**
     * The type that a piece of code begins with, if its name is that of one type only: {@code HttpPolicy}, {@code @Idempotent(...)},
     * {@code HttpPolicy.builder()}.
     */
    Optional<PublicType> named(String code) {
        Matcher name = NAME.matcher(code);
        if (!name.matches()) {
            return Optional.empty();
        }
        String rest = name.group(1);
        while (true) {
            List<PublicType> found = byName.getOrDefault(rest, List.of());
            if (found.size() == 1) {
                return Optional.of(found.get(0));
            }
            int dot = rest.lastIndexOf('.');
            if (dot < 0) {
                return Optional.empty();
            }
            rest = rest.substring(0, dot);
        }
    }

    private static Iterable<? extends CompilationUnitTree> parse(List<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, problem -> {}, List.of(), null, manager.getJavaFileObjectsFromPaths(files));
            return task.parse();
        }
    }

    private void add(Tree declaration, PublicPackage home, Path source, String host, boolean inInterface) {
        if (declaration instanceof ClassTree type
                && (inInterface || type.getModifiers().getFlags().contains(Modifier.PUBLIC))) {
            String name = host + type.getSimpleName();
            types.add(new PublicType(home, source, name));
            boolean isInterface = INTERFACES.contains(type.getKind());
            type.getMembers().forEach(member -> add(member, home, source, name + ".", isInterface));
        }
    }
}
