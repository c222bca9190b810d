package io.counterfoil.ledger.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.samples.support.testing.ScriptClone;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The script {@code run} in a clone of its own, with programs that only say how they were called. */
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "run is a shell script")
class RunScriptTest {

    private static final List<String> TOOLS = List.of(
            "cat",
            "dirname",
            "find",
            "head",
            "ln",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "sed",
            "sleep",
            "tail",
            "touch",
            "tr");

    @TempDir
    Path temp;

    private ScriptClone clone;

    @BeforeEach
    void makeClone() throws IOException {
        clone = ScriptClone.of(Path.of("..", "..", "run"), temp);
        clone.machinesOwn(TOOLS);
        Files.createDirectories(clone.root().resolve("apps/ledger/src/main/java"));
    }

    @Test
    void run_withoutJava_saysSo() throws Exception {
        assertThat(run())
                .isEqualTo("1 counterfoil: Java not found; install a JDK 17 or newer, or set JAVA_HOME to one\n");
    }

    @Test
    void run_onAnOldJava_saysSo() throws Exception {
        clone.java("11.0.2");

        assertThat(run())
                .isEqualTo("1 counterfoil: JDK 17 or newer is required; %s is version 11\n"
                        .formatted(temp.resolve("programs/java")));
    }

    @Test
    void run_onAJavaWithoutCompiler_saysSo() throws Exception {
        clone.java("17.0.15");

        assertThat(run()).startsWith("1 counterfoil: building requires a JDK; ");
    }

    @Test
    void run_withoutMaven_saysSo() throws Exception {
        clone.java("17.0.15");
        clone.program("javac", "");

        assertThat(run())
                .isEqualTo("1 counterfoil: Maven not found; install Maven 3.8.6 or newer and put mvn on the PATH\n");
    }

    @Test
    void run_whenTheBuildFails_showsItsLastLines() throws Exception {
        clone.java("17.0.15");
        clone.program("javac", "");
        clone.program("mvn", "echo 'no such symbol'; exit 1");

        assertThat(run()).isEqualTo("""
                        1 Building; the first time this takes a few minutes.
                        no such symbol
                        counterfoil: the build failed; its output is in %s
                        """.formatted(clone.root().resolve("apps/ledger/target/run-build.log")));
    }

    @Test
    void run_buildsOnce_andAgainAfterAChange() throws Exception {
        clone.java("21-ea");
        clone.program("javac", "");
        clone.program("mvn", "echo jar > apps/ledger/target/counterfoil-ledger-app.jar");
        Path home = clone.root();
        String started = "java -Dledger.home=%1$s -jar %1$s/apps/ledger/target/counterfoil-ledger-app.jar --port 0\n"
                .formatted(home);

        assertThat(run("--port", "0")).isEqualTo("0 Building; the first time this takes a few minutes.\n" + started);
        assertThat(run("--port", "0")).isEqualTo("0 " + started);

        Path source = Files.writeString(clone.root().resolve("apps/ledger/src/main/java/A.java"), "class A {}");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(run("--port", "0")).startsWith("0 Building");
    }

    @Test
    void run_throughASymbolicLink_findsItsClone() throws Exception {
        clone.java("17.0.15");
        clone.program("javac", "");
        clone.program("mvn", "echo jar > apps/ledger/target/counterfoil-ledger-app.jar");
        Path link = Files.createSymbolicLink(temp.resolve("link"), Path.of("a clone/run"));

        assertThat(clone.call(link))
                .endsWith("-jar " + clone.root() + "/apps/ledger/target/counterfoil-ledger-app.jar\n");
    }

    @Test
    void run_besideAnothersBuild_waitsForIt_andBuildsNothing() throws Exception {
        clone.java("17.0.15");
        clone.program("javac", "");
        Path go = temp.resolve("go");
        clone.program(
                "mvn",
                "until [ -e '%s' ]; do sleep 1; done; echo jar > apps/ledger/target/counterfoil-ledger-app.jar"
                        .formatted(go));
        Process first = clone.start(clone.root().resolve("run"));
        Path lock = clone.root().resolve("target/run-lock");
        await().atMost(Duration.ofMinutes(2)).until(() -> Files.isSymbolicLink(lock));

        Process second = clone.start(clone.root().resolve("run"));
        BufferedReader told = second.inputReader(UTF_8);
        String waiting = told.readLine();
        Files.createFile(go);

        assertThat(waiting).isEqualTo("Waiting for the build of process %s.", first.pid());
        assertThat(ScriptClone.end(first)).startsWith("0 Building; ").contains("\njava ");
        assertThat(told.lines().toList()).singleElement().asString().startsWith("java ");
        assertThat(second.waitFor()).isZero();
        assertThat(lock).doesNotExist();
    }

    @Test
    void run_afterABuildThatWasKilled_buildsAtOnce() throws Exception {
        clone.java("17.0.15");
        clone.program("javac", "");
        clone.program("mvn", "echo jar > apps/ledger/target/counterfoil-ledger-app.jar");
        Process ended = clone.start(clone.root().resolve("run"), "--help");
        ScriptClone.end(ended);
        Files.createDirectories(clone.root().resolve("target"));
        Files.createSymbolicLink(clone.root().resolve("target/run-lock"), Path.of(String.valueOf(ended.pid())));

        assertThat(run()).startsWith("0 Building; ");
    }

    @Test
    void help_inACloneNotBuilt_buildsNothing_andNamesEveryOption() throws Exception {
        clone.java("17.0.15");

        String help = run("--help");

        assertThat(help).startsWith("0 Usage: ./run ").doesNotContain("Building");
        CommandLine program = Serve.commandLine();
        assertThat(help)
                .contains(program.getCommandSpec().optionsMap().keySet().stream()
                        .filter(name -> name.startsWith("--"))
                        .toList());
    }

    @Test
    void run_inTheCLocale_takesPathsBeyondAscii() throws Exception {
        clone.java("17.0.15");
        clone.program("javac", "");
        clone.program("mvn", "echo jar > apps/ledger/target/counterfoil-ledger-app.jar");
        assertThat(run()).startsWith("0 Building");
        clone.program("java", "[ \"$1\" = -version ] && echo 'openjdk version \"17\"' >&2 || echo \"${LC_ALL:-none}\"");
        Path caller = Files.writeString(
                temp.resolve("caller"),
                "exec /bin/sh '%s' --data-dir klön".formatted(clone.root().resolve("run")));

        assertThat(clone.call(caller)).isEqualTo("0 C.UTF-8\n");
        assertThat(run("--data-dir", "data")).isEqualTo("0 none\n");
    }

    private String run(String... arguments) throws Exception {
        return clone.call(clone.root().resolve("run"), arguments);
    }
}
