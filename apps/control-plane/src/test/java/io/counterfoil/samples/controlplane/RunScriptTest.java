package io.counterfoil.samples.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.samples.controlplane.launch.ControlPlaneCommand;
import io.counterfoil.samples.support.testing.ScriptClone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code run control-plane} in a clone of its own, with programs that only say how they were called. */
@Timeout(600)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "run is a shell script")
class RunScriptTest {

    private static final String JAR = "apps/control-plane/target/counterfoil-control-plane-app.jar";

    @TempDir
    Path temp;

    private ScriptClone clone;

    @BeforeEach
    void makeClone() throws IOException {
        clone = ScriptClone.of(Path.of("..", "..", "run"), temp);
        clone.machinesOwn(List.of(
                "cat",
                "dirname",
                "find",
                "grep",
                "head",
                "ln",
                "mkdir",
                "mv",
                "readlink",
                "rm",
                "sed",
                "tail",
                "touch",
                "tr"));
        clone.java("17.0.15");
        clone.program("javac", "");
    }

    @Test
    void run_buildsTheControlPlane_once_andStartsIt() throws Exception {
        clone.program("mvn", "echo \"$*\" | grep -q 'package -pl apps/control-plane -am$' && echo jar > " + JAR);
        Path home = clone.root();
        String started = "java -Dcontrol-plane.home=%1$s -jar %1$s/%2$s --port 0\n".formatted(home, JAR);

        assertThat(run("control-plane", "--port", "0"))
                .isEqualTo("0 Building; the first time this takes a few minutes.\n" + started);
        assertThat(run("control-plane", "--port", "0")).isEqualTo("0 " + started);
    }

    @Test
    void run_whenTheBuildFails_namesItsLog() throws Exception {
        clone.program("mvn", "echo 'no such symbol'; exit 1");

        assertThat(run("control-plane"))
                .endsWith("counterfoil: the build failed; its output is in %s\n"
                        .formatted(clone.root().resolve("apps/control-plane/target/run-build.log")));
    }

    @Test
    void help_inACloneNotBuilt_buildsNothing_andNamesEveryOption() throws Exception {
        clone.program("mvn", "echo 'called'; exit 1");

        String help = run("control-plane", "--help");

        assertThat(help).startsWith("0 Usage: ./run control-plane ").doesNotContain("Building");
        assertThat(help)
                .contains(ControlPlaneCommand.commandLine().getCommandSpec().optionsMap().keySet().stream()
                        .filter(name -> name.startsWith("--"))
                        .toList());
    }

    private String run(String... arguments) throws Exception {
        return clone.call(clone.root().resolve("run"), arguments);
    }
}
