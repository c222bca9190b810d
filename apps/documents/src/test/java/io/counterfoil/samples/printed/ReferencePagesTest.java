package io.counterfoil.samples.printed;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.ProblemTypes;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pages of the reference list what the code has, and nothing else. Metrics are compared where they are registered, settings generated. */
@Timeout(600)
class ReferencePagesTest {

    private static final Path PAGES = Documents.ROOT.resolve("docs/reference");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|(.*)$");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern TABLE = Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+)");

    @Test
    void headerFields_areTheDefaultNames() throws Exception {
        Set<String> names = new TreeSet<>();
        for (RecordComponent name : HeaderNames.class.getRecordComponents()) {
            names.add((String) name.getAccessor().invoke(HeaderNames.DEFAULT));
        }
        names.add("X-Client-Name");

        assertThat(rows("headers.md").keySet()).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void problemTypes_areThoseOfKeyedRequests() throws Exception {
        Set<String> types = new TreeSet<>();
        for (Field type : ProblemTypes.class.getFields()) {
            types.add(((String) type.get(null)).substring(ProblemTypes.PREFIX.length()));
        }
        types.remove("");

        assertThat(rows("problems.md", "## Keyed requests").keySet()).containsExactlyInAnyOrderElementsOf(types);
    }

    @Test
    void tables_areThoseThatTheCommandPrints() throws Exception {
        Map<String, Set<String>> documented = new LinkedHashMap<>();
        rows("tables.md", "# Tables")
                .forEach((feature, row) -> documented.put(
                        feature,
                        CODE.matcher(row)
                                .results()
                                .map(found -> found.group(1))
                                .filter(name -> name.startsWith("counterfoil_"))
                                .collect(Collectors.toCollection(TreeSet::new))));
        Map<String, Set<String>> printed = new LinkedHashMap<>();
        for (String feature : documented.keySet()) {
            Set<String> tables = new TreeSet<>();
            for (String database : List.of("postgresql", "mysql")) {
                TABLE.matcher(printed(feature, database)).results().forEach(table -> tables.add(table.group(1)));
            }
            printed.put(feature, tables);
        }

        assertThat(documented).isEqualTo(printed);
        assertThat(printed)
                .allSatisfy((feature, tables) -> assertThat(tables).as(feature).isNotEmpty());
    }

    private static Map<String, String> rows(String page) throws IOException {
        return rows(page, "# ");
    }

    /** The rows of the first table under this heading, by their first cells. */
    private static Map<String, String> rows(String page, String heading) throws IOException {
        String text = Files.readString(PAGES.resolve(page));
        String section = text.substring(text.indexOf(heading));
        String table = Stream.of(section.substring(section.indexOf("\n|") + 1).split("\n", -1))
                .takeWhile(line -> line.startsWith("|"))
                .collect(Collectors.joining("\n"));
        Map<String, String> rows = new LinkedHashMap<>();
        for (MatchResult row : ROW.matcher(table).results().toList()) {
            rows.put(row.group(1), row.group(2));
        }
        return rows;
    }

    /** What the command prints; a feature that does not support the database is an error, without a table. */
    private static String printed(String feature, String database) throws IOException, InterruptedException {
        Process process = PackedPrograms.command("schema", "print", feature, "--database=" + database);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
