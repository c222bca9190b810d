package io.counterfoil.samples.printed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That a fault in a printed block is found, and where it is. */
@Timeout(600)
class PrintedFaultsTest {

    @Test
    void movedClass_isFound_withItsLine(@TempDir Path classes) throws Exception {
        List<String> faults = new JavaBlocks(blocks("""
                text
                ```java
                import io.counterfoil.jdbc.*;

                JdbcSchema.create(null);
                ```
                """))
                .faults(PrintedJava.compiled().modules().classPath(), classes);

        assertThat(faults).hasSize(1).first().asString().startsWith("docs/some.md:5: `JdbcSchema.create(null);`");
    }

    @Test
    void blockWithoutImports_isCompiledWithoutAny(@TempDir Path classes) throws Exception {
        List<Block> blocks = blocks("""
                ```java
                Duration day = null;
                ```
                ```java
                import java.time.Duration;
                ```
                """);

        assertThat(new JavaBlocks(blocks).faults(List.of(), classes)).isNotEmpty();
    }

    @Test
    void continuedBlock_lendsItsVariables_andMustExist(@TempDir Path classes) throws Exception {
        String before = "<!-- block: one -->\n```java\nint one = 1;\n```\n";
        String after = "<!-- continues: one -->\n```java\nint two = one + 1;\n```\n";

        assertThat(new JavaBlocks(blocks(before + after)).faults(List.of(), classes))
                .isEmpty();
        JavaBlocks alone = new JavaBlocks(blocks(after));
        assertThatIllegalArgumentException().isThrownBy(() -> alone.faults(List.of(), classes));
    }

    @Test
    void unknownSetting_andAValueThatIsRefused_areFound() throws Exception {
        assertThat(new SettingBlocks().faults(blocks("""
                        ```yaml
                        counterfoil.creat-table: false
                        ```
                        ```yaml
                        counterfoil.limits.wait-time: soon
                        ```
                        """)))
                .anyMatch(fault -> fault.startsWith("docs/some.md:2: no setting counterfoil.creat-table"))
                .anyMatch(fault -> fault.startsWith("docs/some.md:5: ") && fault.contains("wait-time"));
    }

    @Test
    void dependencyThatIsNotPublished_isFound() throws Exception {
        assertThat(new PomBlocks(PrintedJava.compiled().modules()).faults(blocks("""
                        ```xml
                        <dependency><groupId>io.counterfoil</groupId><artifactId>counterfoil-test-servers</artifactId></dependency>
                        ```
                        """)))
                .hasSize(1);
    }

    @Test
    void commandThatAProgramDoesNotKnow_isFound() throws Exception {
        assertThat(new ShellBlocks().faults(blocks("""
                        ```sh
                        ./counterfoil story --jsn a1 *.log
                        ./lab/bench idx --write lab/notes/benchmarks.md
                        mvn -pl store test -Dtest=NoSuchTest
                        wget localhost
                        ```
                        ```console
                        $ curl localhost:8080/v1/ledgers -H 'Content-Type: application/json' \\
                            -d '{"unit": }'
                        $ curl localhost:8080/v2/ledgers
                        ```
                        """)))
                .satisfiesExactly(
                        fault ->
                                assertThat(fault).startsWith("docs/some.md:2: ").contains("--jsn"),
                        fault ->
                                assertThat(fault).startsWith("docs/some.md:3: ").contains("idx"),
                        fault ->
                                assertThat(fault).startsWith("docs/some.md:4: ").contains("store"),
                        fault ->
                                assertThat(fault).startsWith("docs/some.md:5: ").contains("wget"),
                        fault ->
                                assertThat(fault).startsWith("docs/some.md:8: ").contains("JSON"),
                        fault -> assertThat(fault)
                                .startsWith("docs/some.md:10: ")
                                .contains("/v2/ledgers"));
    }

    private static List<Block> blocks(String document) {
        return Documents.blocks("docs/some.md", document.lines().toList());
    }
}
