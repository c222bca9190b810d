package io.counterfoil.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.monitoring.MonitoringFiles.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Alerts and the runbook name each other, and the runbook quotes log lines that there are. */
@Tag("OB-3")
class RunbookTest {

    private static final Pattern SECTION = Pattern.compile("(?m)^## (\\w+)$");
    private static final Pattern LOG_LINE = Pattern.compile("`([A-Z][a-z]*\\s[^`\\[\u2026]+)[^`]*`");
    private static final Pattern PANEL = Pattern.compile("(?<=panel |panels |\\* and )\\*([A-Z][^*]+)\\*");
    private static final Path CONSOLE = Path.of("../../docs/guides/console.md");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]++|\\\\.)*+)\"");
    private static final List<String> LOGGING = List.of("core/http", "spring/starter", "spring/messaging");

    private static List<Rule> alerts() {
        return MonitoringFiles.rules().stream().filter(Rule::alert).toList();
    }

    @Test
    void runbook_hasASectionForEachAlert() {
        List<String> sections = SECTION.matcher(MonitoringFiles.runbook())
                .results()
                .map(section -> section.group(1))
                .toList();

        assertThat(alerts()).extracting(Rule::name).containsExactlyElementsOf(sections);
    }

    @Test
    void alert_linksToItsSection() {
        assertThat(alerts())
                .allSatisfy(alert -> assertThat(alert.annotations())
                        .containsEntry(
                                "runbook",
                                "docs/reference/runbook.md#" + alert.name().toLowerCase(Locale.ROOT)));
    }

    @Test
    void alert_hasACaseInWhichItFires() {
        assertThat(MonitoringFiles.alertsThatFireInTests())
                .containsAll(alerts().stream().map(Rule::name).toList());
    }

    @Test
    void logLinesOfTheRunbook_areLogged() throws IOException {
        List<String> quoted = LOG_LINE.matcher(MonitoringFiles.runbook())
                .results()
                .map(line -> line.group(1).replaceAll("\\s+", " ").strip())
                .distinct()
                .toList();
        List<String> logged = literals();

        assertThat(quoted)
                .hasSizeGreaterThan(10)
                .allSatisfy(line -> assertThat(logged)
                        .as(line)
                        .anyMatch(literal -> literal.startsWith(line) || matches(literal, line)));
    }

    /** A panel of the dashboard by the beginning of its title, one of the console by its title. */
    @Test
    void panelsOfTheRunbook_exist() throws IOException {
        List<String> panels = new ArrayList<>();
        MonitoringFiles.dashboard()
                .path("panels")
                .forEach(panel -> panels.add(panel.path("title").asString()));
        String console = Files.readString(CONSOLE);
        List<String> named = PANEL.matcher(MonitoringFiles.runbook().replaceAll("\\s+", " "))
                .results()
                .map(panel -> panel.group(1))
                .distinct()
                .toList();

        assertThat(named)
                .hasSizeGreaterThan(7)
                .allSatisfy(name -> assertThat(panels.stream().anyMatch(panel -> panel.startsWith(name))
                                || console.contains("*" + name + "*"))
                        .as(name)
                        .isTrue());
    }

    private static boolean matches(String literal, String line) {
        return literal.contains("{}") && line.matches("\\Q" + literal.replace("{}", "\\E\\w+\\Q") + "\\E");
    }

    private static List<String> literals() throws IOException {
        List<String> literals = new ArrayList<>();
        for (String module : LOGGING) {
            try (Stream<Path> files = Files.walk(Path.of("../..", module, "src/main/java"))) {
                for (Path file :
                        files.filter(name -> name.toString().endsWith(".java")).toList()) {
                    String source = Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", "");
                    LITERAL.matcher(source).results().forEach(literal -> literals.add(literal.group(1)));
                }
            }
        }
        return literals;
    }
}
