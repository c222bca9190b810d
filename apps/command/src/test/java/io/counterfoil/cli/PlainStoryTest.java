package io.counterfoil.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("CO-11")
class PlainStoryTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"a79x", "nB7s", "a79x.1", "absent", "no/id", "a79x.", ""})
    void plainCall_printsTheSameAsACallWithOptions(String id) throws IOException {
        Object[] logs = BookingLogs.in(directory).toArray();

        StoryResult plain = plain(words(id, logs));
        StoryResult other = StoryResult.story(words("--gap=1s", words(id, logs)));

        assertThat(plain.code()).isEqualTo(other.code());
        assertThat(withoutTime(plain.out())).isEqualTo(withoutTime(other.out()));
        assertThat(plain.err()).isEqualTo(other.err());
    }

    @Test
    void missingFile_isReportedInOneLine() {
        StoryResult plain = plain("a79x", directory.resolve("none.log"));

        assertThat(plain.code()).isEqualTo(2);
        assertThat(plain.err())
                .startsWith("counterfoil: ")
                .contains("none.log does not exist")
                .hasLineCount(1);
    }

    @Test
    void callWithAnythingThatMayBeAnOption_isNotPlain() {
        assertThat(PlainStory.matches(new String[] {"story", "a79x", "a.log", "-"}))
                .isTrue();
        assertThat(PlainStory.matches(new String[] {"story", "a79x"})).isTrue();

        assertThat(PlainStory.matches(new String[] {"story"})).isFalse();
        assertThat(PlainStory.matches(new String[] {"story", "a79x", "--json"})).isFalse();
        assertThat(PlainStory.matches(new String[] {"story", "-h"})).isFalse();
        assertThat(PlainStory.matches(new String[] {"story", "--", "a79x"})).isFalse();
        assertThat(PlainStory.matches(new String[] {"story", "a79x", "@files"})).isFalse();
        assertThat(PlainStory.matches(new String[] {"id", "inspect"})).isFalse();
        assertThat(PlainStory.matches(new String[] {})).isFalse();
    }

    private static StoryResult plain(Object... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] arguments = Stream.concat(Stream.of("story"), Stream.of(words))
                .map(Object::toString)
                .toArray(String[]::new);
        int code = PlainStory.run(arguments, new PrintWriter(out, true), new PrintWriter(err, true));
        return new StoryResult(code, out.toString(), err.toString());
    }

    private static Object[] words(Object first, Object[] others) {
        return Stream.concat(Stream.of(first), Stream.of(others)).toArray();
    }

    private static String withoutTime(String story) {
        return story.replaceAll("(?m), in \\S+ \\S+\\.$", "");
    }
}
