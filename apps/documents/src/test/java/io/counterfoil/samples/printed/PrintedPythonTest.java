package io.counterfoil.samples.printed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The function in Python by which clients in other languages are written computes the test vectors, as it is printed. */
@Timeout(600)
@Tag("LG-4")
class PrintedPythonTest {

    private static final String VECTORS = """

            import json, sys

            for vector in json.load(open(sys.argv[1]))["redemption"]:
                print(vector["hash"] == redemption_hash(
                    vector["lms_user_id"], vector["content_key"], vector["subsidy_access_policy_uuid"], vector["inactive"]))
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    @Test
    void function_computesTheHashesOfTheVectors() throws Exception {
        assumeTrue(isOnThePath("python3"), "Python 3 is installed");
        List<Block> blocks = Documents.blocks("python");
        assertThat(blocks).hasSize(1);
        Path script =
                Files.writeString(directory.resolve("vectors.py"), blocks.get(0).text() + VECTORS);

        Process python = new ProcessBuilder(
                        "python3",
                        script.toString(),
                        Documents.ROOT
                                .resolve("docs/reference/ledger-keys.json")
                                .toString())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(python.getInputStream().readAllBytes(), UTF_8).lines())
                .isNotEmpty()
                .containsOnly("True");
    }

    private static boolean isOnThePath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }
}
