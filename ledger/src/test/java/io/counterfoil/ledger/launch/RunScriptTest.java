package io.counterfoil.ledger.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code run} in a clone of its own, with programs that only say how they were called. */
@Timeout(30)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "run is a shell script")
class RunScriptTest {

    private static final List<String> TOOLS =
            List.of("dirname", "find", "head", "mkdir", "mv", "readlink", "sed", "tail", "touch");

    @TempDir
    Path temp;

    private Path clone;
    private Path programs;

    @BeforeEach
    void makeClone() throws IOException {
        clone = Files.createDirectories(temp.resolve("a clone"));
        programs = Files.createDirectories(temp.resolve("programs"));
        Files.copy(Path.of("..", "run"), clone.resolve("run"));
        Files.createDirectories(clone.resolve("ledger/src/main/java"));
        Files.writeString(clone.resolve("pom.xml"), "<project/>");
        for (String tool : TOOLS) {
            Path place = Files.exists(Path.of("/usr/bin", tool)) ? Path.of("/usr/bin") : Path.of("/bin");
            program(tool, "exec " + place.resolve(tool) + " \"$@\"");
        }
    }

    @Test
    void run_withoutJava_saysSo() throws Exception {
        assertThat(run())
                .isEqualTo("1 counterfoil: Java is missing; install a JDK 17 or newer, or set JAVA_HOME to one\n");
    }

    @Test
    void run_onAnOldJava_saysSo() throws Exception {
        java("11.0.2");

        assertThat(run())
                .isEqualTo("1 counterfoil: a JDK 17 or newer is needed, and %s is version 11\n"
                        .formatted(programs.resolve("java")));
    }

    @Test
    void run_onAJavaWithoutCompiler_saysSo() throws Exception {
        java("17.0.15");

        assertThat(run()).startsWith("1 counterfoil: a JDK is needed to build, and ");
    }

    @Test
    void run_withoutMaven_saysSo() throws Exception {
        java("17.0.15");
        program("javac", "");

        assertThat(run())
                .isEqualTo(
                        "1 counterfoil: Maven is missing; install Maven 3.8.6 or newer, so that mvn is on the PATH\n");
    }

    @Test
    void run_whenTheBuildFails_showsItsLastLines() throws Exception {
        java("17.0.15");
        program("javac", "");
        program("mvn", "echo 'no such symbol'; exit 1");

        assertThat(run()).isEqualTo("""
                        1 Building; the first time this takes a few minutes.
                        no such symbol
                        counterfoil: the build failed; all it said is in %s
                        """.formatted(clone.toRealPath().resolve("ledger/target/run-build.log")));
    }

    @Test
    void run_buildsOnce_andAgainAfterAChange() throws Exception {
        java("21-ea");
        program("javac", "");
        program("mvn", "echo jar > ledger/target/counterfoil-ledger-app.jar");
        Path home = clone.toRealPath();
        String started =
                "java -Dledger.home=%1$s -jar %1$s/ledger/target/counterfoil-ledger-app.jar --port 0\n".formatted(home);

        assertThat(run("--port", "0")).isEqualTo("0 Building; the first time this takes a few minutes.\n" + started);
        assertThat(run("--port", "0")).isEqualTo("0 " + started);

        Path source = Files.writeString(clone.resolve("ledger/src/main/java/A.java"), "class A {}");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(run("--port", "0")).startsWith("0 Building");
    }

    @Test
    void run_throughASymbolicLink_findsItsClone() throws Exception {
        java("17.0.15");
        program("javac", "");
        program("mvn", "echo jar > ledger/target/counterfoil-ledger-app.jar");
        Path link = Files.createSymbolicLink(temp.resolve("link"), Path.of("a clone/run"));

        assertThat(call(link)).endsWith("-jar " + clone.toRealPath() + "/ledger/target/counterfoil-ledger-app.jar\n");
    }

    private void java(String version) throws IOException {
        program("java", """
                if [ "$1" = -version ]; then
                    echo 'openjdk version "%s" 2025-04-15' >&2
                else
                    echo "java $*"
                fi""".formatted(version));
    }

    private void program(String name, String script) throws IOException {
        Path program = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String run(String... arguments) throws Exception {
        return call(clone.resolve("run"), arguments);
    }

    /** The exit code and, after a space, everything the script printed. */
    private String call(Path script, String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", script.toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().clear();
        builder.environment().put("PATH", programs.toString());
        Process process =
                builder.redirectErrorStream(true).directory(temp.toFile()).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return process.waitFor() + " " + output;
    }
}
