package io.counterfoil.samples.controlplane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code run control-plane} in a clone of its own, with programs that only say how they were called. */
@Timeout(30)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "run is a shell script")
class RunScriptTest {

    private static final String JAR = "samples/control-plane/target/counterfoil-control-plane-app.jar";

    @TempDir
    Path temp;

    private Path clone;

    @BeforeEach
    void makeClone() throws IOException {
        clone = Files.createDirectories(temp.resolve("a clone"));
        Files.copy(Path.of("..", "..", "run"), clone.resolve("run"));
        Files.writeString(clone.resolve("pom.xml"), "<project/>");
        program("java", """
                if [ "$1" = -version ]; then
                    echo 'openjdk version "17.0.15" 2025-04-15' >&2
                else
                    echo "java $*"
                fi""");
        program("javac", "");
    }

    @Test
    void run_buildsTheControlPlane_once_andStartsIt() throws Exception {
        program("mvn", "echo \"$*\" | grep -q 'package -pl samples/control-plane -am$' && echo jar > " + JAR);
        Path home = clone.toRealPath();
        String started = "java -Dcontrol-plane.home=%1$s -jar %1$s/%2$s --port 0\n".formatted(home, JAR);

        assertThat(run("control-plane", "--port", "0"))
                .isEqualTo("0 Building; the first time this takes a few minutes.\n" + started);
        assertThat(run("control-plane", "--port", "0")).isEqualTo("0 " + started);
    }

    @Test
    void run_whenTheBuildFails_namesItsLog() throws Exception {
        program("mvn", "echo 'no such symbol'; exit 1");

        assertThat(run("control-plane"))
                .endsWith("counterfoil: the build failed; all it said is in %s\n"
                        .formatted(clone.toRealPath().resolve("samples/control-plane/target/run-build.log")));
    }

    private void program(String name, String script) throws IOException {
        Path directory = Files.createDirectories(temp.resolve("programs"));
        Path program = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The exit code and, after a space, everything the script printed. */
    private String run(String... arguments) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", clone.resolve("run").toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().clear();
        builder.environment().put("PATH", temp.resolve("programs") + ":/usr/bin:/bin");
        Process process =
                builder.redirectErrorStream(true).directory(temp.toFile()).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return process.waitFor() + " " + output;
    }
}
