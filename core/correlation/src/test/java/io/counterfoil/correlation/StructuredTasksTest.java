package io.counterfoil.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tasks of a real {@code StructuredTaskScope}: what {@code Subtasks.java} tells, run by the JDK that the tests run on. */
@Tag("CO-2")
@Timeout(300)
@Tag("jdk21")
class StructuredTasksTest {

    /** The API is a preview, which this one switches on, and which those before it have in another form. */
    private static final int FIRST_JDK = 25;

    private static List<String> output = List.of();

    @BeforeAll
    static void run() throws Exception {
        assumeTrue(
                Runtime.version().feature() >= FIRST_JDK,
                () -> "StructuredTaskScope.open needs JDK " + FIRST_JDK + ", and this is " + Runtime.version());
        Path program =
                Path.of(StructuredTasksTest.class.getResource("/Subtasks.java").toURI());
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-preview",
                        "--source",
                        Integer.toString(Runtime.version().feature()),
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).as("exit code").isZero();
    }

    @Test
    void subtask_hasTheIdOfTheScopesOwner() {
        assertThat(output).contains("subtask = abcd", "subtask of a subtask = part");
    }

    @Test
    void subtask_hasTheIdThatWasCurrentWhereItWasForked() {
        assertThat(output)
                .contains(
                        "forked before a scope = abcd", "forked within a scope = part", "forked after a scope = abcd");
    }

    @Test
    @Tag("CO-4")
    void childrenOfSubtasks_areCountedWithThoseOfTheOwner() {
        assertThat(output).contains("subtask's child = abcd.1", "owner's next child = abcd.2");
    }

    @Test
    @Tag("CO-1")
    void subtaskThatBegins_isAUnitOfWorkOfItsOwn() {
        assertThat(output).contains("begins = 16 characters");
    }

    @Test
    void wrappedSubtask_hasTheIdOnAnyThread_andAnotherOneHasNone() {
        assertThat(output).contains("wrapped = abcd", "neither = none");
    }

    @Test
    void owner_hasItsOwnIdAfterSubtasks_alsoAfterOneThatFailed() {
        assertThat(output)
                .contains("owner after join = abcd", "failure = failed under abcd", "owner in the end = abcd")
                .endsWith("owner outside = none");
    }
}
