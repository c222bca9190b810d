package io.counterfoil.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tests and counts that the areas of this repository name exist. */
class AreasTest {

    private static final Pattern SOAK_ONLY = Pattern.compile("@SoakOnly\\(\"(\\w+)\"\\)");

    static Stream<Area.Suite> suites() {
        return Areas.ALL.stream().flatMap(area -> area.suites().stream());
    }

    @ParameterizedTest
    @MethodSource("suites")
    void tests_areInTheirModules(Area.Suite suite) {
        assertThat(suite.tests())
                .isNotEmpty()
                .allSatisfy(test -> assertThat(file(suite, test)).exists());
    }

    @ParameterizedTest
    @MethodSource("suites")
    void depths_areReadByTheTestsOfTheModule(Area.Suite suite) throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.walk(sources(suite.module()))) {
            for (Path file :
                    (Iterable<Path>) files.filter(path -> path.toString().endsWith(".java"))::iterator) {
                sources.append(Files.readString(file));
            }
        }

        assertThat(suite.depths().keySet().stream().filter(depth -> !isRead(depth, sources.toString())))
                .as("missing in the sources of %s", suite.module())
                .isEmpty();
    }

    static Stream<String> modules() {
        return suites().map(Area.Suite::module).distinct();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void testsThatTheBuildLeavesOut_areInAnArea(String module) throws IOException {
        Set<String> run = suites().filter(suite -> suite.module().equals(module))
                .flatMap(AreasTest::testsWithTheirDepths)
                .collect(Collectors.toSet());
        List<String> left = new ArrayList<>();
        try (Stream<Path> files = Files.walk(sources(module)).filter(Files::isRegularFile)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                SOAK_ONLY
                        .matcher(Files.readString(file))
                        .results()
                        .forEach(depth -> left.add(file + " with soak." + depth.group(1)));
            }
        }

        assertThat(run).containsAll(left);
    }

    private static Stream<String> testsWithTheirDepths(Area.Suite suite) {
        return suite.tests().stream()
                .flatMap(test ->
                        suite.depths().keySet().stream().map(depth -> file(suite, test) + " with soak." + depth));
    }

    private static Path file(Area.Suite suite, String test) {
        return sources(suite.module()).resolve(test.replace('.', '/') + ".java");
    }

    /** By {@code Depth}, by jqwik, or as the condition of a test that is a part of the soak alone. */
    private static boolean isRead(String depth, String sources) {
        return sources.contains(depth.equals("tries") ? "import net.jqwik.api.Property;" : '"' + depth + '"');
    }

    private static Path sources(String module) {
        return Path.of("..", "..", module, "src/test/java");
    }
}
