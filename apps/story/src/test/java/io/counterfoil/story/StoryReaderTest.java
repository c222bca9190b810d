package io.counterfoil.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.counterfoil.story.model.Action;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import io.counterfoil.story.scan.LogSource;
import io.counterfoil.story.scan.Scan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which replacements a story follows. */
@Tag("CO-11")
class StoryReaderTest {

    private static final String TEXT =
            "2026-03-01T10:00:0%s.000Z  INFO 1 --- [app] [main] a.B : %s [corr_id=%s] [new_corr_id=%s]";

    /** A wrapped line, whose IDs only the parser finds. */
    private static final String WRAPPED = "2026-03-01T12:00:00.000000000Z stdout F"
            + " {\"@timestamp\":\"2026-03-01T10:00:0%s.000Z\",\"message\":\"%s\",\"corr_id\":\"%s\",\"new_corr_id\":\"%s\"}";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {TEXT, WRAPPED})
    void unannouncedReplacement_isFollowedFromTheRequestedIdOnly(String form) throws IOException {
        Story story = story(
                "w1",
                form.formatted(0, "continues", "w13.1", "r15"),
                form.formatted(1, "continues", "r15", "w1"),
                form.formatted(2, "continues", "w1", "r16"),
                form.formatted(3, "ends", "r16", "r17"));

        assertThat(story.units().map(Unit::id)).containsExactlyInAnyOrder("r15", "w1", "r16");
    }

    @ParameterizedTest
    @ValueSource(strings = {TEXT, WRAPPED})
    void replacementWithItsMessage_isFollowedFromEveryIdOfTheStory(String form) throws IOException {
        Story story = story(
                "w1",
                form.formatted(0, "Replacing correlation id", "w13.1", "r15"),
                form.formatted(1, "continues", "r15", "w1"),
                form.formatted(2, "Replacing correlation id", "r14", "w13"));

        assertThat(story.units().map(Unit::id)).containsExactlyInAnyOrder("w1", "r15", "w13.1");
    }

    /** Lines of the client itself name no client: they belong to the only client of their unit, or of the key. */
    @Test
    @Tag("SG-8")
    void equalKeysOfTwoClients_areTwoActions() throws IOException {
        String line = "2026-03-01T10:00:0%s.000Z INFO [service=%s] [corr_id=%s] a.B - %s";
        Story story = story(
                "abcd",
                line.formatted(0, "client", "abcd.1", "sent [request_id=k] [attempt=1]"),
                line.formatted(1, "shop", "abcd.1", "executed [request_id=k] [client=alice] [attempt=1]"),
                line.formatted(2, "shop", "abcd.2", "executed [request_id=k] [client=bob] [attempt=1]"),
                line.formatted(3, "shop", "abcd.3", "replayed [request_id=k] [client=alice] [attempt=2]"),
                line.formatted(4, "client", "abcd.4", "sent [request_id=only] [attempt=1]"),
                line.formatted(5, "shop", "abcd.5", "executed [request_id=only] [client=bob] [attempt=1]"));

        assertThat(story.actions())
                .extracting(
                        Action::key,
                        action -> action.client().orElse(""),
                        action -> action.attempts().size())
                .containsExactly(tuple("k", "alice", 2), tuple("k", "bob", 1), tuple("only", "bob", 2));
    }

    /** A server handles a request under an extension of the ID that the client's attempt has. */
    @Test
    @Tag("CO-1")
    @Tag("CO-11")
    void attempt_andItsHandlingByTheServer_areOneAttempt() throws IOException {
        String line = "2026-03-01T10:00:0%s.000Z INFO [service=%s] [corr_id=%s] a.B - %s";
        Story story = story(
                "abcd",
                line.formatted(0, "client", "abcd.1", "sent [request_id=k] [attempt=a-1]"),
                line.formatted(1, "shop", "abcd.1.x7Qp", "executed [request_id=k] [client=alice] [attempt=a-1]"),
                line.formatted(2, "client", "abcd.2", "sent [request_id=k] [attempt=a-2]"),
                line.formatted(3, "shop", "abcd.2.Kd3a", "replayed [request_id=k] [client=alice] [attempt=a-2]"),
                line.formatted(4, "client", "abcd.3", "sent [request_id=k] [attempt=b-1]"),
                line.formatted(5, "shop", "abcd.3.Le0w", "executed [request_id=k] [client=bob] [attempt=b-1]"));

        assertThat(story.actions())
                .extracting(
                        action -> action.client().orElse(""),
                        action -> action.attempts().stream()
                                .map(attempt -> attempt.unit() + " " + attempt.lines() + " " + attempt.services())
                                .toList())
                .containsExactly(
                        tuple("alice", List.of("abcd.1 2 [client, shop]", "abcd.2 2 [client, shop]")),
                        tuple("bob", List.of("abcd.3 2 [client, shop]")));
    }

    private Story story(String requestedId, String... lines) throws IOException {
        Path log = Files.write(directory.resolve("service.log"), List.of(lines));
        try (Scan scan = new Scan(List.of(LogSource.of(0, log.toString(), log)), 2, false)) {
            return new StoryReader(requestedId, Limits.DEFAULT, Duration.ofSeconds(1), () -> ZoneOffset.UTC).read(scan);
        }
    }
}
