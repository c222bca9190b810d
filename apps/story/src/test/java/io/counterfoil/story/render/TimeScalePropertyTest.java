package io.counterfoil.story.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Story;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class TimeScalePropertyTest {

    @Property(tries = 500)
    void everyInstant_hasItsPlace_inOrder(
            @ForAll @Size(min = 1, max = 40) List<@LongRange(min = 0, max = 40_000_000) Long> millis) {
        Story story = story(millis);
        TimeScale scale = new TimeScale(story, story.span().orElseThrow());

        double before = 0;
        for (Line line : story.chapters().get(0).lines()) {
            double at = scale.at(line.time().orElseThrow());
            assertThat(at).isBetween(before, 100.0001);
            before = at;
        }
        assertThat(scale.ticks()).hasSizeLessThan(20).allMatch(tick -> tick.at() >= 0 && tick.at() <= 100.0001);
    }

    @Property(tries = 50)
    void longPause_isCompressedToItsShare(@ForAll @LongRange(min = 1_000_000, max = 1_000_000_000_000L) long silence) {
        Story story = story(List.of(0L, 50L, 100L, silence, silence + 50, silence + 100));
        TimeScale scale = new TimeScale(story, story.span().orElseThrow());

        assertThat(scale.at(at(story, 2))).isBetween(46.9, 47.1);
        assertThat(scale.at(at(story, 3))).isBetween(52.9, 53.1);
    }

    private static Instant at(Story story, int line) {
        return story.chapters().get(0).lines().get(line).time().orElseThrow();
    }

    private static Story story(List<Long> millis) {
        List<Line> lines = millis.stream()
                .sorted()
                .map(each -> Stories.line(each, "a", "INFO", "m"))
                .toList();
        return Stories.of(List.of(Stories.unit("abcd", lines, List.of())));
    }
}
