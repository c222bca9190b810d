package io.counterfoil.samples.printed;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.TestPostgres;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Every block of code in README and docs is compiled, run or parsed, as it is printed, against the packed artifacts. */
@Timeout(1200)
class PrintedBlocksTest {

    /** The languages that have a test here, and {@code text} for what is no code. */
    private static final Set<String> COVERED =
            Set.of("java", "xml", "yaml", "sql", "json", "sh", "console", "python", "text");

    /** What a block of text has in it if it is code. */
    private static final List<String> CODE = List.of("\nimport ", "\n$ ", "\n./", "\nSELECT ", "\n<dependency>");

    @Test
    void block_ofAnyDocument_hasALanguageThatIsChecked() throws Exception {
        assertThat(Documents.blocks()).hasSizeGreaterThan(100).allSatisfy(block -> {
            assertThat(block.language()).as(block.where()).isIn(COVERED);
            if (block.language().equals("text")) {
                assertThat("\n" + block.text()).as(block.where()).doesNotContain(CODE);
            }
        });
    }

    @Test
    void java_compilesAsPrinted() throws Exception {
        assertNone(PrintedJava.compiled().faults());
    }

    @Test
    void dependencies_arePublished() throws Exception {
        assertNone(new PomBlocks(PrintedJava.compiled().modules()).faults(Documents.blocks("xml")));
    }

    @Test
    void example_dependsOnPublishedModulesAlone() throws Exception {
        String pom = Files.readString(Documents.ROOT.resolve("examples/orders/pom.xml"));
        String ours = Pattern.compile("<dependency><groupId>io.counterfoil.*</dependency>")
                .matcher(pom)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining("\n"));
        Block block = new Block("examples/orders/pom.xml", 1, "xml", ours, Optional.empty(), Optional.empty());

        assertThat(ours).contains("counterfoil-spring-messaging");
        assertNone(new PomBlocks(PrintedJava.compiled().modules()).faults(List.of(block)));
    }

    @Test
    void settings_areKnown_andTheirValuesAreTaken() throws Exception {
        assertNone(new SettingBlocks().faults(Documents.blocks("yaml")));
    }

    @Test
    void sql_runs() throws Exception {
        assertNone(new SqlBlocks(TestPostgres.freshDatabase().dataSource()).faults(Documents.blocks("sql")));
    }

    @Test
    void json_isRead() throws Exception {
        List<String> faults = new ArrayList<>();
        for (Block block : Documents.blocks("json")) {
            try {
                JsonMapper.shared().readTree(block.text());
            } catch (JacksonException broken) {
                faults.add(block.where() + ": " + broken.getOriginalMessage());
            }
        }
        assertNone(faults);
    }

    @Test
    void commands_areThoseOfThePrograms() throws Exception {
        assertNone(new ShellBlocks()
                .faults(Documents.blocks().stream()
                        .filter(block -> List.of("console", "sh").contains(block.language()))
                        .toList()));
    }

    private static void assertNone(List<String> faults) {
        assertThat(faults.stream().distinct().collect(Collectors.joining("\n"))).isEmpty();
    }
}
