package io.counterfoil.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each output format, through the command. */
@Tag("CO-11")
class StoryFormatsTest {

    @TempDir
    private Path directory;

    @Test
    void text_isATreeInTimeOrder() throws IOException {
        StoryResult result = StoryResult.story(BookingLogs.in(directory), "--gap", "10s", "a79x");

        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.out().lines().map(line -> line.replaceFirst("^[^0-9a-zA-Z]+", "")))
                .startsWith(
                        "The story of a79x: attempt two ended without an error, in 0 ms",
                        "2026-11-20 14:24:29.353 to 14:24:42.753 UTC, 13.4 s",
                        "9 lines in 4 units of 3 services",
                        "",
                        "a79x  12.96 s  booking",
                        "14:24:29.353  booking     INFO   reserving 2 seats",
                        "a79x.1  188 ms  ledger  attempt one of action 1",
                        "14:24:29.395  ledger      INFO   claimed",
                        "14:24:29.583  ledger      ERROR  no commit\\u001b[2J\\u202e",
                        "14:24:29.630  booking     WARN   attempt 1 failed <b>503</b>",
                        "12.02 s without a line",
                        "a79x.2  0 ms  ledger  attempt two of action 1",
                        "14:24:41.653  ledger      INFO   committed",
                        "14:24:41.713  booking     INFO   charged")
                .contains("replaced by nB7s", "replaces a79x", "Action 1, idempotency key key-1: 2 attempts");
    }

    @Test
    @Tag("SG-8")
    void json_isOneObjectOnOneLine() throws IOException {
        StoryResult result = StoryResult.story(BookingLogs.in(directory), "--json", "a79x");

        assertThat(result.out().lines()).hasSize(1);
        JsonNode story = JsonMapper.shared().readTree(result.out());
        assertThat(story.get("asked").stringValue()).isEqualTo("a79x");
        assertThat(story.get("chapters")).hasSize(2);
        assertThat(story.get("links").get(0).get("to").stringValue()).isEqualTo("nB7s");
        assertThat(story.get("actions").get(0).get("idempotency_key").stringValue())
                .isEqualTo("key-1");
        assertThat(story.get("actions").get(0).get("attempts")).hasSize(2);
        assertThat(story.get("actions").get(0).get("successful").toString())
                .isEqualTo("{\"id\":\"a79x.2\",\"attempt\":\"two\",\"took_ms\":0,\"result\":\"unknown\"}");
    }

    @Test
    void html_isOnePage() throws IOException {
        StoryResult result = StoryResult.story(BookingLogs.in(directory), "--html", "a79x");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .startsWith("<!doctype html>")
                .endsWith("</html>\n")
                .contains("attempt 1 failed &lt;b&gt;503&lt;/b&gt;", "no commit\\u001b[2J\\u202e")
                .doesNotContain("<b>503", "another unit");
    }
}
