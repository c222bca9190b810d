package io.counterfoil.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.packed.ReactorModules;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A nested type is named by its host's signatures only: a type that a second file imports has a file of its own. The cases of a sealed
 * interface stay in it, and are written with its name.
 */
class NestedTypesTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern NESTED =
            Pattern.compile("^import io\\.counterfoil\\.([a-z0-9_.]+\\.([A-Z]\\w*)\\.[A-Z]\\w*);", Pattern.MULTILINE);

    @Test
    void nestedType_ofAnotherFile_isNotImported() {
        Set<String> imported = new TreeSet<>();
        ReactorModules.of(ROOT).stream()
                .filter(module -> !module.startsWith("apps/") && !module.startsWith("lab/"))
                .flatMap(module -> SourceRules.sources(ROOT.resolve(module).resolve("src/main/java")).stream())
                .flatMap(NestedTypesTest::nestedImports)
                .forEach(imported::add);

        assertThat(imported).isEmpty();
    }

    private static Stream<String> nestedImports(Path file) {
        String name = file.getFileName().toString().replace(".java", "");
        return NESTED.matcher(SourceRules.read(file))
                .results()
                .filter(found -> !found.group(2).equals(name))
                .map(found -> found.group(1));
    }
}
