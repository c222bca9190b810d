package io.counterfoil.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Tag("CO-11")
class StoryCommandTest {

    private static final String SHOP = """
        {"@timestamp":"2026-03-01T10:00:00.000Z","log":{"level":"INFO"},"service":{"name":"shop"},"message":"Order came in","corr_id":"abcd"}
        {"@timestamp":"2026-03-01T10:00:00.010Z","log":{"level":"INFO"},"service":{"name":"shop"},"message":"Paying","corr_id":"abcd.1","idempotency_key":"k-1","attempt_id":"1"}
        {"@timestamp":"2026-03-01T10:00:02.010Z","log":{"level":"WARN"},"service":{"name":"shop"},"message":"Paying again","corr_id":"abcd.1","idempotency_key":"k-1","attempt_id":"2"}
        {"@timestamp":"2026-03-01T10:00:02.020Z","log":{"level":"INFO"},"service":{"name":"shop"},"message":"Other unit","corr_id":"abcd-1"}
        {"@timestamp":"2026-03-01T10:00:03.000Z","log":{"level":"INFO"},"service":{"name":"shop"},"message":"Replacing correlation id","corr_id":"abcd.1","new_corr_id":"zyxw"}
        """;
    private static final String MAIL = """
        2026-03-01T10:00:03.001Z  INFO 7 --- [mail] [main] c.e.Mail : Replaced correlation id [corr_id=zyxw] [old_corr_id=abcd.1]
        2026-03-01T10:00:03.500Z  INFO 7 --- [mail] [main] c.e.Mail : Receipt was sent [corr_id=zyxw.4]
        2026-03-01T10:00:03.600Z  INFO 7 --- [mail] [main] c.e.Mail : Another one [corr_id=other]
        2026-03-01T10:00:03.700Z  INFO 7 --- [mail] [main] c.e.Mail : Not a child [corr_id=abcd.10]
        """;

    @TempDir
    private Path directory;

    @Test
    void story_hasDescendantsAndReplacements_ofSeveralServices() throws IOException {
        StoryResult result = StoryResult.story("abcd", write("shop.log", SHOP), write("mail.log", MAIL));

        assertThat(result.code()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains("Order came in", "Paying", "Paying again", "Receipt was sent", "Not a child", "shop", "mail")
                .doesNotContain("Other unit", "Another one");
    }

    @Test
    @Tag("SG-8")
    void unitWithNamedAttempts_isNotAnAttemptItself() throws IOException {
        StoryResult result = StoryResult.story("abcd", write("client.log", """
            2026-03-01T10:00:00.000Z INFO [service=client] [corr_id=abcd] Buyer - Order begins [request_id=k-1]
            2026-03-01T10:00:00.100Z INFO [service=client] [corr_id=abcd.x.1] Loop - lost [request_id=k-1] [attempt=x.1]
            2026-03-01T10:00:00.200Z INFO [service=client] [corr_id=abcd.x.2] Loop - answered [request_id=k-1] [attempt=x.2]
            """));

        assertThat(result.out()).contains("Order begins", "idempotency key k-1: 2 attempts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Kruv8EMGhnuRJi1", "--ruv8EMGhnuRJi1", "-f0uv8EMGhnuRJi1.2"})
    void idThatBeginsWithAHyphen_isAnId(String id) throws IOException {
        Path log = write("a.log", "2026-03-01T10:00:00Z INFO a.B - paid [corr_id=" + id + "]\n");

        assertThat(StoryResult.story(id, log).out()).contains("paid");
        assertThat(StoryResult.story("--json", id, log).out()).contains("paid");
        assertThat(StoryResult.story("--", id, log).out()).contains("paid");
        assertThat(StoryResult.story("--jsno", id, log).err()).contains("Unknown option: '--jsno'");
    }

    @Test
    void bareIdInBrackets_isRead_atEachPositionOfThePattern() throws IOException {
        Path log = write("ledger.log", """
            15:46:55.499 INFO  [X1LCYAxPfQVSlXzg] Ledgers: Ledger opened [ledger=ldg_01m7wt7aw4evpamepbpgknrfdj]
            15:46:55.525 INFO  [X1LCYAxPfQVSlXzg.1] HttpIdempotency: Request executed [request_id=8e03978e] [attempt=-] [status=201]
            java.io.IOException: no space
            2026-11-20T15:46:55.600Z  INFO 7 --- [shop] [nio-8080-exec-10] [X1LCYAxPfQVSlXzg] i.c.Shop : sold
            2026-11-20T15:46:55.700Z [X1LCYAxPfQVSlXzg] [nio-8080-exec-10] WARN  i.c.Shop - sold out
            2026-11-20T15:46:55.800Z [main] INFO  i.c.Shop - Replacing correlation id [new_corr_id=CbflNe72A9CD8X2x]
            2026-11-20T15:46:55.900Z [X1LCYAxPfQVSlXzg] INFO  i.c.Shop - Replacing correlation id [new_corr_id=CbflNe72A9CD8X2x]
            2026-11-20T15:46:56.000Z [CbflNe72A9CD8X2x] INFO  i.c.Shop - Replacing correlation id [new_corr_id=kCflNe72A9CD8X2x]
            2026-11-20T15:46:56.100Z [kCflNe72A9CD8X2x] INFO  i.c.Shop - continues
            2026-11-20T15:46:56.200Z [X1LCYAxPfQVSlXzx] INFO  i.c.Shop - of another
            2026-11-20T15:46:56.300Z INFO  i.c.Shop - a line that quotes [X1LCYAxPfQVSlXzg]
            """);

        StoryResult result = StoryResult.story("X1LCYAxPfQVSlXzg", log);

        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains("Ledger opened", "Request executed", "no space", "sold", "sold out", "continues")
                .doesNotContain("of another", "quotes")
                .contains("idempotency key 8e03978e: 1 attempt")
                .doesNotContain("attempt -");
        assertThat(result.out().lines().filter(line -> line.contains("Ledger opened")))
                .singleElement()
                .asString()
                .doesNotContain("[X1LCYAxPfQVSlXzg]");
    }

    @Test
    void story_ofADescendant_excludesAncestorsAndSiblings() throws IOException {
        StoryResult result = StoryResult.story("abcd.1", write("shop.log", SHOP), write("mail.log", MAIL));

        assertThat(result.out())
                .contains("Paying again", "Receipt was sent")
                .doesNotContain("Order came in", "Not a child");
    }

    @Test
    void story_isFoundFromItsEndToo() throws IOException {
        StoryResult result = StoryResult.story("zyxw", write("shop.log", SHOP), write("mail.log", MAIL));

        assertThat(result.out()).contains("Receipt was sent", "Paying again").doesNotContain("Order came in");
    }

    @Test
    void linesOfContainers_areUnwrapped_withTheirReplacements() throws IOException {
        Path docker = write(
                "8d1f-json.log",
                "{\"log\":\"{\\\"message\\\":\\\"Replacing correlation"
                        + " id\\\",\\\"corr_id\\\":\\\"abcd\\\",\\\"new_corr_id\\\":\\\"next\\\",\\\"service\\\":\\\"shop\\\"}\\n"
                        + "\",\"time\":\"2026-03-01T10:00:00Z\"}\n");
        Path kubernetes = write(
                "mail.log",
                "2026-03-01T10:00:01Z stdout F {\"message\":\"Replacing correlation"
                        + " id\",\"corr_id\":\"next\",\"new_corr_id\":\"last\"}\n");
        Path compose = write("all.log", "bank-1  | 2026-03-01T10:00:02Z INFO paid [corr_id=last.1]\n");

        StoryResult result = StoryResult.story("abcd", docker, kubernetes, compose);

        assertThat(result.out())
                .containsSubsequence("shop", "mail", "bank", "paid")
                .contains("3 services");
    }

    @Test
    void stackTraces_arePrintedWithTheirLines_acrossBufferBoundaries() throws IOException {
        String trace = "java.io.IOException: no space\n\tat a.B.c(B.java:1)\nCaused by: x.Y\n\t... 2 more\n";
        StringBuilder log = new StringBuilder();
        int traces = 0;
        while (log.length() < 9 << 20) {
            log.append("2026-03-01T10:00:00Z ERROR a.B - failed ")
                    .append(traces++)
                    .append(" [corr_id=abcd]\n");
            log.append(trace);
            log.append("2026-03-01T10:00:00Z INFO a.B - ")
                    .append("x".repeat(20_001))
                    .append('\n');
        }
        Path plain = write("plain.log", log.toString());
        Path packed = directory.resolve("packed.log");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(StoryResult.utf8(log.toString()));
        }

        String result = StoryResult.story("--json", "abcd", plain, packed).out();

        assertThat(result.split("failed [0-9]+\\\\njava.io.IOException: no space\\\\n\\\\tat a.B.c\\(B.java:1\\)"
                        + "\\\\nCaused by: x.Y\\\\n\\\\t... 2 more\""))
                .hasSize(2 * traces + 1);
    }

    @Test
    void unannouncedReplacement_isFollowedIfRequested_elseReported() throws IOException {
        Path log = write("a.log", """
            2026-03-01T10:00:00Z INFO continues [corr_id=abcd] [new_corr_id=next]
            2026-03-01T10:00:01Z INFO continues [corr_id=next] [new_corr_id=last]
            2026-03-01T10:00:02Z INFO the end [corr_id=last]
            """);

        assertThat(StoryResult.story("next", log).out()).contains("the end");
        assertThat(StoryResult.story("abcd", log).out())
                .doesNotContain("the end")
                .contains("lines without a replacement message name last as replacement: read that story too");
    }

    @Test
    void standardInput_isReadWithoutFiles() {
        StoryResult result = StoryResult.story(StoryResult.utf8(SHOP + MAIL), () -> false, "abcd");

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("Order came in", "Receipt was sent");
    }

    @Test
    void compressedFiles_areRecognizedByContent() throws IOException {
        Path gzip = directory.resolve("shop.log");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
            out.write(StoryResult.utf8(SHOP));
        }
        Path zstd = directory.resolve("mail.log.1");
        try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(zstd))) {
            out.write(StoryResult.utf8(MAIL));
        }

        StoryResult result = StoryResult.story("abcd", gzip, zstd);

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("Order came in", "Receipt was sent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1", "UTF-8"})
    void otherEncodings_areRead(String charset) throws IOException {
        Path file = directory.resolve("a.log");
        Files.write(file, "2026-03-01 10:00:00 INFO a.B - Grüße [corr_id=abcd]\n".getBytes(Charset.forName(charset)));

        StoryResult result = StoryResult.story("abcd", file);

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("Grüße");
    }

    @Test
    void json_isWritten_alsoWhereNothingWasFound() throws IOException {
        Path shop = write("shop.log", SHOP);

        assertThat(StoryResult.story("--json", "abcd", shop)).satisfies(result -> {
            assertThat(result.code()).isZero();
            assertThat(result.out()).startsWith("{").contains("\"Order came in\"");
        });
        assertThat(StoryResult.story("--json", "absent", shop)).satisfies(result -> {
            assertThat(result.code()).isOne();
            assertThat(result.out()).startsWith("{");
        });
    }

    @Test
    void nothingFound_isOneLineAndExitCode1() throws IOException {
        StoryResult result = StoryResult.story("absent", write("shop.log", SHOP));

        assertThat(result)
                .isEqualTo(new StoryResult(
                        1,
                        "",
                        "counterfoil: no line in the logs has absent as its correlation ID or idempotency key"
                                + System.lineSeparator()));
    }

    @Test
    void wrongUsage_isOneLineAndExitCode2() throws IOException {
        Path shop = write("shop.log", SHOP);

        assertRefused(StoryResult.story("", shop), "a correlation ID consists of");
        assertRefused(StoryResult.story("a\tb", shop), "an idempotency key has 1 to 255 bytes");
        assertRefused(StoryResult.story("k".repeat(256), shop), "an idempotency key has 1 to 255 bytes");
        assertRefused(StoryResult.story("abcd", directory.resolve("missing.log")), "missing.log does not exist");
        assertRefused(StoryResult.story("abcd", directory), "is a directory");
        assertRefused(
                StoryResult.story("abcd", "--gap", "soon", shop),
                "a duration is a number above 0 followed by ms, s, m or h, not soon");
        assertRefused(StoryResult.story("abcd", "--zone", "Nowhere/Town", shop), "Nowhere/Town");
        assertRefused(StoryResult.story("abcd", "--max-lines", "0", shop), "limits must be at least 1");
        assertRefused(StoryResult.story("abcd", "--json", "--html", shop), "mutually exclusive");
        assertRefused(StoryResult.story("abcd", "--follow", "--html", shop), "--follow supports text");
        assertRefused(StoryResult.story("abcd", "--follow", shop, "-"), "--follow reads either files");
        assertRefused(StoryResult.story(), "Missing required parameter: 'ID'");
    }

    @Test
    void program_withoutCommand_isRejected_andPrintsHelp() {
        CommandLine program = Program.commandLine();

        assertThat(program.getSubcommands()).containsOnlyKeys("story", "id", "schema", "console");
        assertThat(new CommandLine(new StoryCommand()).getUsageMessage(CommandLine.Help.Ansi.OFF))
                .contains("idempotency key", "--follow", "--json", "--html");
    }

    @Test
    void zone_isThatOfTimesWithoutOffset() throws IOException {
        Path file = write("a.log", "2026-03-01 10:00:00,123 INFO a.B - hello [corr_id=abcd]\n");

        assertThat(StoryResult.story("--json", "--zone", "Asia/Tokyo", "abcd", file)
                        .out())
                .contains("2026-03-01T01:00:00.123Z");
    }

    private static void assertRefused(StoryResult result, String why) {
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).startsWith("counterfoil: ").contains(why).hasLineCount(1);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text, StandardCharsets.UTF_8);
    }
}
