package io.counterfoil.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a release publishes; {@code build/release/check} examines the files themselves. */
class PublishedModulesTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private static final Poms POMS = Poms.in(ROOT);

    static List<String> published() {
        return POMS.published();
    }

    @Test
    void billOfMaterials_namesEachPublishedModuleOnce() {
        assertThat(Poms.managed(ROOT.resolve("build/bom/pom.xml"))).containsExactlyInAnyOrderElementsOf(published());
    }

    @ParameterizedTest
    @MethodSource("published")
    void publishedModule_needsPublishedModulesAlone(String module) {
        assertThat(published()).containsAll(POMS.neededByUsersOf(module));
    }
}
