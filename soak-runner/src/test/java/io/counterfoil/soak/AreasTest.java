package io.counterfoil.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tests and counts that the areas of this repository name exist. */
class AreasTest {

    static Stream<Area.Suite> suites() {
        return Areas.ALL.stream().flatMap(area -> area.suites().stream());
    }

    @ParameterizedTest
    @MethodSource("suites")
    void tests_areInTheirModules(Area.Suite suite) {
        assertThat(suite.tests())
                .isNotEmpty()
                .allSatisfy(test -> assertThat(sources(suite).resolve(test.replace('.', '/') + ".java"))
                        .exists());
    }

    @ParameterizedTest
    @MethodSource("suites")
    void depths_areReadByTheTestsOfTheModule(Area.Suite suite) throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.walk(sources(suite))) {
            for (Path file :
                    (Iterable<Path>) files.filter(path -> path.toString().endsWith(".java"))::iterator) {
                sources.append(Files.readString(file));
            }
        }

        assertThat(suite.depths().keySet().stream().filter(depth -> !isRead(depth, sources.toString())))
                .as("missing in the sources of %s", suite.module())
                .isEmpty();
    }

    /** By {@code Depth}, by jqwik, or by the condition of a test that is a part of the soak alone. */
    private static boolean isRead(String depth, String sources) {
        return depth.equals("tries")
                ? sources.contains("import net.jqwik.api.Property;")
                : sources.contains('"' + depth + '"') || sources.contains("\"soak." + depth + '"');
    }

    private static Path sources(Area.Suite suite) {
        return Path.of("..", suite.module(), "src/test/java");
    }
}
