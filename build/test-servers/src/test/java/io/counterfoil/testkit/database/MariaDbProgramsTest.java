package io.counterfoil.testkit.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a shell script stands for the server")
class MariaDbProgramsTest {

    @TempDir
    private Path directory;

    @Test
    void programOfAnotherPlatform_cannotRun() throws IOException {
        MariaDbPrograms programs = programs("\u007fELF of another machine");

        assertThatThrownBy(programs::requireThatTheyRun)
                .isInstanceOf(CannotRunException.class)
                .hasMessageContaining("MariaDB cannot run on this machine: ");
    }

    @Test
    void programWithoutItsLibraries_cannotRun_andNamesThem() throws IOException {
        MariaDbPrograms programs = programs("#!/bin/sh\necho libaio.so.1: cannot open shared object file\nexit 127\n");

        assertThatThrownBy(programs::requireThatTheyRun)
                .isInstanceOf(CannotRunException.class)
                .hasMessageContaining("127")
                .hasMessageContaining("libaio.so.1: cannot open shared object file");
    }

    @Test
    void failedInstallation_isNoUnsupportedMachine() throws IOException {
        Files.createDirectories(directory.resolve("scripts"));
        program("scripts/mariadb-install-db", "#!/bin/sh\necho disk full\nexit 1\n");

        assertThatThrownBy(() -> new MariaDbPrograms(directory).install(directory.resolve("data")))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(CannotRunException.class)
                .hasMessageContaining("status 1")
                .hasMessageContaining("disk full");
    }

    private MariaDbPrograms programs(String server) throws IOException {
        Files.createDirectories(directory.resolve("bin"));
        program("bin/mariadbd", server);
        return new MariaDbPrograms(directory);
    }

    private void program(String name, String contents) throws IOException {
        Path file = Files.writeString(directory.resolve(name), contents);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
