package io.counterfoil.story;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which replacements a story follows. */
@Tag("CO-11")
class StoryReaderTest {

    private static final String TEXT =
            "2026-03-01T10:00:0%d.000Z  INFO 1 --- [app] [main] a.B : %s [corr_id=%s] [new_corr_id=%s]";

    /** Wrapped, so that only a parser knows its ids. */
    private static final String WRAPPED = "2026-03-01T12:00:00.000000000Z stdout F"
            + " {\"@timestamp\":\"2026-03-01T10:00:0%d.000Z\",\"message\":\"%s\",\"corr_id\":\"%s\",\"new_corr_id\":\"%s\"}";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {TEXT, WRAPPED})
    void replacementWithoutItsMessage_isFollowedFromTheIdThatWasAskedFor_andFromNoneThatBeginsLikeIt(String form)
            throws IOException {
        Story story = story(
                "w1",
                form.formatted(0, "goes on", "w13.1", "r15"),
                form.formatted(1, "goes on", "r15", "w1"),
                form.formatted(2, "goes on", "w1", "r16"),
                form.formatted(3, "ends", "r16", "r17"));

        assertThat(story.units().map(Unit::id)).containsExactlyInAnyOrder("r15", "w1", "r16");
    }

    @ParameterizedTest
    @ValueSource(strings = {TEXT, WRAPPED})
    void replacementWithItsMessage_isFollowedFromEveryIdOfTheStory(String form) throws IOException {
        Story story = story(
                "w1",
                form.formatted(0, "Replacing correlation id", "w13.1", "r15"),
                form.formatted(1, "goes on", "r15", "w1"),
                form.formatted(2, "Replacing correlation id", "r14", "w13"));

        assertThat(story.units().map(Unit::id)).containsExactlyInAnyOrder("w1", "r15", "w13.1");
    }

    private Story story(String asked, String... lines) throws IOException {
        Path log = Files.write(directory.resolve("service.log"), List.of(lines));
        try (Scan scan = new Scan(List.of(LogSource.of(0, log.toString(), log)), 2, false)) {
            return new StoryReader(asked, Limits.DEFAULT, Duration.ofSeconds(1), () -> ZoneOffset.UTC).read(scan);
        }
    }
}
