package io.counterfoil.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a program is packed with. Its tests run on a class path that has JUnit too, so that they cannot notice that a
 * class of the program needs it.
 */
class ProgramDependenciesTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private static final Pattern MODULE_OF_TESTS =
            Pattern.compile("counterfoil-(test-.*|testkit.*|sample-testing|failover|explorer)");
    private static final Pattern LIBRARY_OF_TESTS =
            Pattern.compile("(org\\.junit.*|org\\.opentest4j.*|org\\.assertj|org\\.awaitility|org\\.mockito|net\\.jqwik"
                    + "|com\\.tngtech\\.archunit|com\\.microsoft\\.playwright|org\\.testcontainers.*):.*");

    private static final Poms POMS = Poms.in(ROOT);

    /** Each module that is packed with its dependencies; those that run tests, as the soak runner, are not packed. */
    static List<String> programs() {
        return POMS.packed();
    }

    @Test
    void packedPrograms_areThoseOfScriptsAndImages() {
        assertThat(programs())
                .containsExactlyInAnyOrder(
                        "counterfoil-ledger",
                        "counterfoil-control-plane",
                        "counterfoil-cli",
                        "counterfoil-container-ledger",
                        "counterfoil-container-orders");
    }

    /** The scripts build them without tests, where no jar of tests is made. */
    @Test
    void modules_areBuiltWithoutTestsOfOthers() {
        assertThat(POMS.needingTestsOfOthers()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void program_runsWithoutModulesOfTests(String program) {
        Set<String> runtime = new TreeSet<>(POMS.runtimeModules(program));

        assertThat(runtime).noneMatch(module -> MODULE_OF_TESTS.matcher(module).matches());
    }

    /** An optional dependency is on the class path of the compiler and of the tests, and missing in the program. */
    @ParameterizedTest
    @MethodSource("programs")
    void program_isCompiledWithoutLibrariesOfTests(String program) {
        for (String module : POMS.runtimeModules(program)) {
            assertThat(POMS.compiledWith(module))
                    .as(module)
                    .noneMatch(library -> LIBRARY_OF_TESTS.matcher(library).matches());
        }
    }
}
