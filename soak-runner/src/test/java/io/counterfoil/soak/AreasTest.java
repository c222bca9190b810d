package io.counterfoil.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The areas of this repository name tests that are there. */
class AreasTest {

    static Stream<Area.Suite> suites() {
        return Areas.ALL.stream().flatMap(area -> area.suites().stream());
    }

    @ParameterizedTest
    @MethodSource("suites")
    void tests_areInTheirModules(Area.Suite suite) {
        Path sources = Path.of("..", suite.module(), "src/test/java");

        assertThat(suite.tests())
                .isNotEmpty()
                .allSatisfy(test -> assertThat(sources.resolve(test.replace('.', '/') + ".java"))
                        .exists());
    }
}
