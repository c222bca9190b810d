package io.counterfoil.story.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.story.model.Story;
import io.counterfoil.story.text.Ink;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("CO-11")
class TextRendererTest {

    private static String rendered(Story story, Ink ink, TreeGlyphs glyphs) {
        StringWriter out = new StringWriter();
        new TextRenderer(ink, glyphs).render(story, new PrintWriter(out));
        return out.toString();
    }

    private static List<String> lines(Story story) {
        return rendered(story, Ink.OFF, TreeGlyphs.BOXES).lines().toList();
    }

    @Test
    void units_areListedAtTheirStart_withServiceAndDuration() {
        assertThat(lines(Stories.booking()))
                .containsSequence(
                        "│ 14:24:41.753  gateway     INFO   201 Created",
                        "├─ a79xkJtlKVP4HRLz.2  490 ms  mailer",
                        "│  │ 14:24:41.773  mailer      INFO   rendering the ticket for ana@example.com",
                        "│  ├─ a79xkJtlKVP4HRLz.2.h4Kq  190 ms  printer",
                        "│  │  │ 14:24:42.053  printer     INFO   page 1 of 1",
                        "│  │  │ 14:24:42.243  printer     INFO   done",
                        "│  │ 14:24:42.263  mailer      WARN   the printer is slow",
                        "│ 14:24:42.313  booking     INFO   Replacing correlation id");
    }

    @Test
    void pause_isPrintedOnce_betweenItsNeighbours() {
        assertThat(lines(Stories.booking()))
                .containsSequence(
                        "│ 14:24:29.615  booking     WARN   attempt 1 failed: 503, retrying in 12 s",
                        "⋯ 12.04 s without a line",
                        "├─ a79xkJtlKVP4HRLz.6EzW6vwC.2  44 ms  ledger  attempt 6EzW6vwC.2 of action 1");
        assertThat(lines(Stories.booking()))
                .filteredOn(line -> line.contains("without a line"))
                .hasSize(1);
    }

    @Test
    void links_arePrintedAtBothEnds_withTheirMissingLine() {
        assertThat(lines(Stories.booking()))
                .contains(
                        "⇒ restored to a79xkJtlKVP4HRLz",
                        "⇐ restored from Qk3vTn0ZbW-x1yAe",
                        "⇒ combined into nB7sWc_4uYtRpL2d (logged under the old ID only)",
                        "⇐ combines a79xkJtlKVP4HRLz (logged under the old ID only)");
    }

    @Test
    @Tag("SG-8")
    void attempts_areGroupedByTheirIdempotencyKey() {
        assertThat(lines(Stories.booking()))
                .containsSequence(
                        "Action 1, idempotency key 01a1f958-3429-79d3-a0fc-0010576b9047: 2 attempts",
                        "  14:24:29.395  188 ms  6EzW6vwC.1  a79xkJtlKVP4HRLz.6EzW6vwC.1  ledger  2 lines  failed",
                        "  14:24:41.653  44 ms  6EzW6vwC.2  a79xkJtlKVP4HRLz.6EzW6vwC.2  ledger  2 lines");
    }

    @Test
    void aStackTrace_isIndented_andBounded() {
        String tall = "boom" + "\n\tat a.b.C.d(C.java:1)".repeat(100);
        Story story =
                Stories.of(List.of(Stories.unit("abcd", List.of(Stories.line(0, "a", "ERROR", tall)), List.of())));

        assertThat(lines(story))
                .contains("│ 14:24:29.353  a  ERROR  boom", "│         at a.b.C.d(C.java:1)", "│     … 95 more lines");
    }

    @Test
    void anotherDay_isPrinted() {
        Story story = Stories.of(List.of(Stories.unit(
                "abcd",
                List.of(Stories.line(0, "a", "INFO", "one"), Stories.line(86_400_000, "a", "INFO", "two")),
                List.of())));

        assertThat(lines(story))
                .containsSequence(
                        "│ 14:24:29.353  a  INFO   one",
                        "│     2026-11-21",
                        "⋯ 1 d without a line",
                        "│ 14:24:29.353  a  INFO   two");
    }

    @Test
    void emptyStory_isReported() {
        assertThat(lines(Stories.of(List.of()))).first().isEqualTo("No log lines of abcd");
    }

    @Test
    void hostileTexts_areEscaped_everywhere() {
        String text = rendered(Stories.of("x\u001b[2J\r\u202e\u0007"), new Ink(false), TreeGlyphs.ASCII);

        assertThat(text.chars()).allMatch(c -> c == '\n' || (c >= ' ' && c <= '~') || c == '…');
        assertThat(text).contains("x\\u001b[2J\\r\\u202e\\u0007");
    }

    @Test
    void colours_areOfATerminalAlone() {
        assertThat(rendered(Stories.booking(), Ink.OFF, TreeGlyphs.BOXES)).doesNotContain("\u001b");
        String coloured = rendered(Stories.booking(), new Ink(true), TreeGlyphs.BOXES);
        assertThat(coloured).contains("\u001b[31mERROR\u001b[0m");
        assertThat(coloured.replaceAll("\u001b\\[[0-9]+m", ""))
                .isEqualTo(rendered(Stories.booking(), Ink.OFF, TreeGlyphs.BOXES));
    }
}
