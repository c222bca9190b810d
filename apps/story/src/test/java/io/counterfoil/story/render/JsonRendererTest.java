package io.counterfoil.story.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.story.model.Story;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("CO-11")
class JsonRendererTest {

    private static String rendered(Story story) {
        StringWriter out = new StringWriter();
        new JsonRenderer().render(story, new PrintWriter(out));
        return out.toString();
    }

    private static JsonNode json(Story story) {
        return JsonMapper.shared().readTree(rendered(story));
    }

    @Test
    void story_hasAllMembers() {
        JsonNode story = json(Stories.booking());

        assertThat(story.get("version").intValue()).isEqualTo(1);
        assertThat(story.get("asked").stringValue()).isEqualTo(Stories.ROOT);
        assertThat(story.get("extended_from").isNull()).isTrue();
        assertThat(story.get("span").get("duration_ms").intValue()).isEqualTo(13_400);
        assertThat(story.get("chapters")).hasSize(3);
        JsonNode root = story.get("chapters").get(1);
        assertThat(root.get("services").toString()).isEqualTo("[\"gateway\",\"booking\"]");
        assertThat(root.get("gaps").get(0).get("duration_ms").intValue()).isEqualTo(12_038);
        assertThat(root.get("children").get(2).get("children").get(0).get("id").stringValue())
                .isEqualTo(Stories.ROOT + ".2.h4Kq");
        JsonNode line = root.get("children").get(0).get("lines").get(1);
        assertThat(line.get("time").stringValue()).isEqualTo("2026-11-20T14:24:29.583Z");
        assertThat(line.get("level").stringValue()).isEqualTo("ERROR");
        assertThat(line.get("message").stringValue()).startsWith("could not commit\norg.postgresql");
        assertThat(line.get("idempotency_key").stringValue()).isEqualTo(Stories.KEY);
        assertThat(line.get("file").stringValue()).isEqualTo("ledger.log");
        assertThat(line.get("offset").intValue()).isEqualTo(230);
        assertThat(story.get("links").get(1).get("kind").stringValue()).isEqualTo("combined");
        assertThat(story.get("links").get(1).get("proof").stringValue()).isEqualTo("old_alone");
        assertThat(story.get("actions").get(0).get("attempts")).hasSize(2);
        assertThat(story.get("notes").get(0).get("kind").stringValue()).isEqualTo("broken");
        assertThat(story.get("reading").get("took_ms").intValue()).isEqualTo(913);
    }

    @Test
    void hostileTexts_arePreserved_inAscii() {
        String hostile = "x\u001b[2J\r\n\u202e\u0000\ud800</script>\"";

        assertThat(rendered(Stories.of(hostile)).chars()).allMatch(c -> c == '\n' || (c >= ' ' && c <= '~'));
        assertThat(rendered(Stories.of(hostile)).lines()).hasSize(1);
        assertThat(json(Stories.of(hostile))
                        .get("chapters")
                        .get(0)
                        .get("lines")
                        .get(0)
                        .get("message")
                        .stringValue())
                .isEqualTo(hostile);
    }
}
