package io.counterfoil.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of requirements names, for each of them, exactly the test classes that are tagged with it. */
class RequirementsTableTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern TAG = Pattern.compile("@(?:Arch)?Tag\\(\"([A-Z]+-\\d+)\"\\)");
    private static final Pattern ROW =
            Pattern.compile("^\\| ([A-Z]+-\\d+) \\|[^|]*\\|[^|]*\\|([^|]*)\\|", Pattern.MULTILINE);
    private static final Pattern CODE = Pattern.compile("`(\\w+)`");

    @Test
    void table_namesTheTaggedTests_andNoOthers() throws IOException {
        assertThat(inTheTable()).isEqualTo(inTheSources());
    }

    private static Map<String, Set<String>> inTheTable() throws IOException {
        return ROW.matcher(Files.readString(ROOT.resolve("docs/requirements.md")))
                .results()
                .collect(Collectors.toMap(row -> row.group(1), row -> all(CODE, row.group(2))));
    }

    private static Map<String, Set<String>> inTheSources() throws IOException {
        Map<String, Set<String>> tagged = new TreeMap<>();
        for (String module : SourceRules.modules(ROOT)) {
            Path sources = ROOT.resolve(module).resolve("src");
            if (Files.exists(sources)) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(file -> collect(file, tagged));
                }
            }
        }
        return tagged;
    }

    private static void collect(Path file, Map<String, Set<String>> tagged) {
        String testClass = file.getFileName().toString().replace(".java", "");
        for (String number : all(TAG, text(file))) {
            tagged.computeIfAbsent(number, first -> new TreeSet<>()).add(testClass);
        }
    }

    private static Set<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
