package io.counterfoil.samples.printed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The complete programs of the documents, compiled as they are printed and run as programs of their own. */
@Timeout(600)
class PrintedProgramsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    @Tag("RQ-7")
    void serverOfTheJdk_executesAKeyedRequestOnce_andOthersEachTime() throws Exception {
        Process process = start(program("Servers", "Bookings"));
        try (BufferedReader output = process.inputReader(UTF_8)) {
            URI bookings = URI.create(output.readLine());

            HttpResponse<String> first = book(bookings, "\"key-1\"");
            HttpResponse<String> retry = book(bookings, "\"key-1\"");

            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(first.body()).isEqualTo("booking 1 of 12A");
            assertThat(retry.body()).isEqualTo(first.body());
            assertThat(retry.headers().firstValue("Idempotency-Replayed")).contains("true");
            assertThat(book(bookings, "").body()).isEqualTo("booking 2 of 12A");
            assertThat(book(bookings, "").body()).isEqualTo("booking 3 of 12A");
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void program_printsWhatStandsBelowIt() throws Exception {
        List<Block> blocks = Documents.blocks();
        List<String> programs = PrintedJava.compiled().programs();
        assertThat(programs).hasSizeGreaterThan(5);
        for (String program : programs) {
            Block printed = blocks.stream()
                    .filter(block -> program.startsWith(JavaBlocks.name(block) + "$"))
                    .findFirst()
                    .orElseThrow();
            Block below = blocks.get(blocks.indexOf(printed) + 1);
            if (below.document().equals(printed.document()) && below.language().equals("text")) {
                Process process = start(program);
                try (BufferedReader output = process.inputReader(UTF_8)) {
                    List<String> lines = output.lines().toList();
                    assertThat(lines)
                            .as(printed.where())
                            .containsSubsequence(below.text().lines().toList());
                    assertThat(process.waitFor()).as(printed.where()).isZero();
                } finally {
                    process.destroyForcibly();
                }
            }
        }
    }

    private HttpResponse<String> book(URI bookings, String key) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(bookings).POST(BodyPublishers.ofString("12A"));
        if (!key.isEmpty()) {
            request.header("Idempotency-Key", key);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String program(String topic, String name) throws IOException {
        return PrintedJava.compiled().programs().stream()
                .filter(type -> type.startsWith("printed." + topic) && type.endsWith("$" + name))
                .findFirst()
                .orElseThrow();
    }

    private Process start(String program) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dport=0",
                        "-cp",
                        PrintedJava.compiled().classPath(),
                        program)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
    }
}
