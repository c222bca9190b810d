package io.counterfoil.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.packed.ReactorModules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each requirement has a test that is tagged with its number, and each tag is a requirement. Which tests prove which is in target/requirements.md. */
class RequirementsTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path LIST = ROOT.resolve("docs/internals/requirements.md");
    private static final Pattern TAG = Pattern.compile("@(?:Arch)?Tag\\(\"([A-Z]+-\\d+)\"\\)");
    private static final Pattern ROW = Pattern.compile("^\\| ([A-Z]+-\\d+) \\|([^|]*)\\|[^|]*\\|$", Pattern.MULTILINE);

    @Test
    void requirement_withoutATest_doesNotExist() throws IOException {
        Map<String, Set<String>> tests = tests();
        write(tests);

        assertThat(requirements().keySet())
                .allSatisfy(number -> assertThat(tests.getOrDefault(number, Set.of()))
                        .as(number)
                        .isNotEmpty());
    }

    @Test
    void tag_ofATest_isARequirement() throws IOException {
        assertThat(requirements().keySet()).containsAll(tests().keySet());
    }

    /** The requirements, by their numbers. */
    private static Map<String, String> requirements() throws IOException {
        Map<String, String> requirements = new LinkedHashMap<>();
        for (MatchResult row : ROW.matcher(Files.readString(LIST)).results().toList()) {
            assertThat(requirements.put(row.group(1), row.group(2).strip()))
                    .as(row.group(1))
                    .isNull();
        }
        return requirements;
    }

    /** The test classes of all modules, by the numbers that they are tagged with. */
    private static Map<String, Set<String>> tests() throws IOException {
        Map<String, Set<String>> tagged = new TreeMap<>();
        for (String module : ReactorModules.of(ROOT)) {
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

    private static void write(Map<String, Set<String>> tests) throws IOException {
        StringBuilder page = new StringBuilder("| number | what | tests |\n|---|---|---|\n");
        requirements()
                .forEach((number, what) -> page.append("| %s | %s | %s |%n"
                        .formatted(number, what, String.join(", ", tests.getOrDefault(number, Set.of())))));
        Files.writeString(Files.createDirectories(Path.of("target")).resolve("requirements.md"), page);
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
