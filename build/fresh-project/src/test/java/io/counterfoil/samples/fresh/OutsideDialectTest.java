package io.counterfoil.samples.fresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.packed.PublishedModules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A store's author brings a dialect with locks of its own, and proves it by the published contract. */
@Timeout(60 * 60)
@ResourceLock(MavenProject.LOCK)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Maven is started by its shell script")
class OutsideDialectTest {

    private static final Path PROJECT = Path.of("src/test/resources/lock-table");

    @Test
    @Tag("RQ-13")
    void dialectWithItsOwnLocks_passesTheContractOfClaims(@TempDir Path temp) throws Exception {
        PublishedModules modules = PublishedModules.layOut(temp.resolve("repository"));
        MavenProject project = new MavenProject(PROJECT, Files.createDirectories(temp.resolve("lock-table")), modules);
        project.change("@counterfoil.version@", modules.version());

        String output = project.build("test");

        assertThat(output).containsPattern("Tests run: [1-9][0-9]+, Failures: 0, Errors: 0, Skipped: \\d+\\s");
    }

    @Test
    @Tag("RQ-13")
    void dialectWithItsOwnLocks_takesFewerThan150Lines() throws IOException {
        long lines = 0;
        try (Stream<Path> files = Files.walk(PROJECT.resolve("src/main"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                lines += Files.readAllLines(file).size();
            }
        }

        assertThat(lines).isPositive().isLessThan(150);
    }
}
