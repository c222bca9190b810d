package io.counterfoil.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rules, checked and run by Prometheus' own program. */
@Tag("OB-2")
@Timeout(600)
class PrometheusRulesTest {

    private static final String PROMTOOL = "promtool";

    @BeforeAll
    static void assumePromtool() {
        boolean installed = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(folder -> new File(folder, PROMTOOL).canExecute());
        assumeTrue(installed, "no promtool found (Debian: prometheus): the rules are not run");
    }

    /** What it prints, once it has ended well. */
    private static String promtool(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                Stream.concat(Stream.of(PROMTOOL), Stream.of(arguments)).toList();
        Process process = new ProcessBuilder(command)
                .directory(MonitoringFiles.FOLDER.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    @Test
    void rules_areReadByPrometheus() throws Exception {
        assertThat(promtool("check", "rules", "counterfoil-rules.yml"))
                .contains(MonitoringFiles.rules().size() + " rules found");
    }

    @Test
    void alerts_fireInTheirCases() throws Exception {
        assertThat(promtool("test", "rules", "counterfoil-rules.test.yml")).contains("SUCCESS");
    }
}
