package io.counterfoil.story.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("CO-11")
class HtmlRendererTest {

    private static String rendered(Story story) {
        StringWriter out = new StringWriter();
        new HtmlRenderer().render(story, new PrintWriter(out));
        return out.toString();
    }

    private static String between(String page, String from, String to) {
        int start = page.indexOf(from) + from.length();
        return page.substring(start, page.indexOf(to, start));
    }

    @Test
    void page_makesNoRequests() {
        assertThat(rendered(Stories.booking()))
                .contains("default-src 'none'")
                .doesNotContain("http:", "https:", "src=", "url(", "@import", "<link", "<iframe", "<object");
    }

    @Test
    void page_permitsOnlyItsOwnScript() throws NoSuchAlgorithmException {
        String page = rendered(Stories.booking());

        String script = between(page, "<script>", "</script>");
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
        assertThat(between(page, "script-src 'sha256-", "'"))
                .isEqualTo(Base64.getEncoder().encodeToString(hash));
        assertThat(page.split("<script", -1)).hasSize(2);
    }

    @Test
    void page_withoutScript_hasEveryLineAndUnit() {
        String page = rendered(Stories.booking());

        Stories.booking().units().forEach(unit -> {
            assertThat(page).contains(unit.id());
            for (Line line : unit.lines()) {
                assertThat(page)
                        .contains(
                                line.message().lines().findFirst().orElseThrow().replace("'", "&#39;"));
            }
        });
        assertThat(page).contains("12.04 s without a line", "restored from", "combined into", "2 attempts");
    }

    @Test
    void hostileTexts_areEscaped_everywhere() {
        String page = rendered(Stories.of("\"><script>alert(1)</script><img src=x onerror='a'>&amp;\u001b\u202e"));

        assertThat(page.split("<script", -1)).hasSize(2);
        assertThat(page).doesNotContain("<img", "\u001b", "\u202e").contains("&lt;script&gt;alert(1)", "&amp;amp;");
        // No text of the logs has escaped from a quoted attribute either.
        assertThat(page).doesNotContain("\"><script").doesNotContain("title=\"\"");
    }

    @Test
    void page_ofNonAsciiLogs_isAscii() {
        String page = rendered(Stories.of("größer 漢字 😀"));

        assertThat(page.chars()).allMatch(c -> c < 0x80);
        assertThat(page).contains("gr&#246;&#223;er &#28450;&#23383; &#128512;");
    }

    @Test
    void hugeStory_isBounded_andReportsWhatIsLeftOut() {
        List<Unit> children = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            children.add(Stories.unit(
                    "abcd." + i,
                    List.of(
                            Stories.line(i, "service" + i % 40, "INFO", "m".repeat(8000)),
                            Stories.line(i + 5000, "b", "INFO", "end")),
                    List.of()));
        }
        String page = rendered(Stories.of(List.of(Stories.unit("abcd", List.of(), children))));

        assertThat(page).hasSizeLessThan(12_000_000);
        assertThat(page)
                .contains(
                        "1,001 more units left out of this page",
                        "more lines left out of this page",
                        "more bars left out of the timeline");
    }

    @Test
    void servedPage_linksBack_andHighlightsTheUnit() {
        Unit parts = Stories.unit(
                "abcd",
                List.of(),
                List.of(
                        Stories.unit("abcd.1", List.of(Stories.line(1, "a", "INFO", "one")), List.of()),
                        Stories.unit("abcd.2", List.of(Stories.line(2, "a", "INFO", "two")), List.of())));

        String page = shown(Stories.of(List.of(parts)), new PageContext("/", "Home & all", "Read <now>.", "abcd.2"));

        assertThat(page)
                .contains("<a href=\"/\">&#8592; Home &amp; all</a>", "Read &lt;now&gt;.")
                .contains("<b>2</b></code> <span class=\"chip asked\">", "class=\"asked\"><code>2</code>")
                .doesNotContain(
                        "abcd</b></code> <span class=\"chip asked\">", "<b>1</b></code> <span class=\"chip asked\">")
                .doesNotContain("itself.");
    }

    @Test
    void pageHighlightingAnIdWithoutLines_reportsIt() {
        String page = shown(Stories.booking(), new PageContext("", "", "", "abcd.9"));

        assertThat(page)
                .contains("No log lines under <code>abcd.9</code> itself.")
                .doesNotContain("<a href=\"/", "chip asked");
    }

    @Test
    void contentSecurityPolicy_equalsThatOfThePage() {
        assertThat(rendered(Stories.booking())).contains("content=\"" + HtmlRenderer.contentSecurityPolicy() + "\"");
    }

    private static String shown(Story story, PageContext surroundings) {
        StringWriter out = new StringWriter();
        new HtmlRenderer(surroundings).render(story, new PrintWriter(out));
        return out.toString();
    }

    @Test
    void emptyStory_isAPage() {
        assertThat(rendered(Stories.of(List.of())))
                .contains("No log lines of <code>abcd</code>")
                .endsWith("</html>\n");
    }

    @Test
    void aStoryWithoutTimes_hasNoTimeline() {
        Line line = Stories.line(0, "a", "INFO", "one");
        Line timeless = new Line(
                Optional.empty(),
                line.service(),
                line.level(),
                line.logger(),
                line.message(),
                line.idempotencyKey(),
                line.attempt(),
                line.client(),
                line.origin());

        String page = rendered(Stories.of(List.of(Stories.unit("abcd", List.of(timeless), List.of()))));

        assertThat(page).contains("no time").doesNotContain("<h2>Timeline</h2>");
    }
}
