package io.counterfoil.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.cli.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrintCommandTest {

    private record Result(int exitCode, String out, String err) {}

    private static Result print(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] all =
                Stream.concat(Stream.of("schema", "print"), Stream.of(args)).toArray(String[]::new);
        int exitCode = Program.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
        return new Result(exitCode, out.toString(), err.toString());
    }

    private static String printed(String... args) {
        Result result = print(args);
        assertThat(result.err).isEmpty();
        assertThat(result.exitCode).isZero();
        return result.out;
    }

    @ParameterizedTest
    @CsvSource({"postgresql, 9", "mariadb, 8", "h2, 8"})
    void withoutArguments_allFeaturesOfTheDatabase_arePrinted(String database, int features) throws Exception {
        List<String> scripts = scripts(database);

        assertThat(scripts).hasSize(features);
        assertThat(printed("--database=" + database)).contains(scripts);
    }

    /** The texts of all scripts on the class path for this database. */
    private static List<String> scripts(String database) throws Exception {
        List<String> scripts = new ArrayList<>();
        for (URL folder : Collections.list(
                PrintCommandTest.class.getClassLoader().getResources("counterfoil-schema/" + database))) {
            if (folder.getProtocol().equals("jar")) {
                URI jar = URI.create(folder.toString().replaceFirst("!/.*", "!/"));
                try (FileSystem files = FileSystems.newFileSystem(jar, Map.of())) {
                    scripts.addAll(texts(files.getPath("counterfoil-schema", database)));
                }
            } else {
                scripts.addAll(texts(Path.of(folder.toURI())));
            }
        }
        return scripts;
    }

    private static List<String> texts(Path folder) throws IOException {
        List<String> texts = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                texts.add(Files.readString(file));
            }
        }
        return texts;
    }

    @Test
    @Tag("BM-1")
    void citus_addsTheDistribution_byTheKeyOrTheClient() {
        assertThat(printed("--citus"))
                .isEqualTo(printed("--citus=by-key"))
                .contains("create_distributed_table('counterfoil_record', 'request_id')");
        assertThat(printed("records", "--citus=by-client"))
                .startsWith(printed("records"))
                .contains("create_distributed_table('counterfoil_record', 'client')");
    }

    @ParameterizedTest
    @CsvSource({
        "references, counterfoil_reference",
        "batches, counterfoil_batch",
        "creations, counterfoil_creation",
        "journal, counterfoil_client_journal",
        "console, counterfoil_console_audit",
        "machine-ids, counterfoil_machine"
    })
    @Tag("BM-1")
    void everyFeature_isPrintedForCitus(String feature, String table) {
        assertThat(printed(feature, "--citus=by-client"))
                .contains("CREATE TABLE IF NOT EXISTS " + table)
                .contains("create_distributed_table('" + table + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"messaging", "operations"})
    void everyFeature_isPrinted(String feature) {
        assertThat(printed(feature)).contains("CREATE TABLE IF NOT EXISTS");
    }

    @Test
    void severalFeatures_arePrintedInTheirOrder() {
        assertThat(printed("references", "records", "--database=h2"))
                .containsSubsequence("counterfoil_reference", "counterfoil_record", "counterfoil_slot");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--citus=by-hand       | --citus must be by-key or by-client, is 'by-hand'",
                "--citus --database=h2 | --citus is an extension of postgresql, and --database is h2",
                "--database=oracle     | unknown database 'oracle'; known databases: postgresql, mariadb, mysql, h2",
                "accounts              | unknown feature 'accounts'; known features: records, messaging",
                "machine-ids --database=h2 | machine-ids cannot be on H2: there are no scripts for it"
            })
    void whatCannotBePrinted_isRefusedInOneLine(String args, String message) {
        Result result = print(args.split(" "));

        assertThat(result.exitCode).isEqualTo(2);
        assertThat(result.out).isEmpty();
        assertThat(result.err.lines()).hasSize(1);
        assertThat(result.err).startsWith("counterfoil: " + message);
    }
}
