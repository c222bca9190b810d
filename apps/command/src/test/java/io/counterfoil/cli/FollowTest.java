package io.counterfoil.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.story.scan.Follower;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Following logs. Each step runs in a pause of the follower, which reads its effect before the next step. */
@Tag("CO-11")
class FollowTest {

    @TempDir
    private Path directory;

    private interface Step {
        void run() throws IOException;
    }

    @Test
    void newLines_arePrinted_whenComplete() throws IOException {
        Path log =
                Files.writeString(directory.resolve("a.log"), line("first", "abcd") + "2026-03-01T10:00:00Z INFO sec");

        StoryResult result = StoryResult.story(
                new byte[0],
                steps(
                        () -> append(log, "ond [corr_id=abcd]"),
                        () -> append(log, "\n" + line("alien", "x") + line("third", "abcd.1"))),
                "abcd",
                "--follow",
                log);

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .containsOnlyOnce("first")
                .containsOnlyOnce("second")
                .containsOnlyOnce("third")
                .doesNotContain("alien");
    }

    @Test
    @Tag("SG-8")
    void idsOfAKey_areFollowed_withTheirEarlierLines() throws IOException {
        Path log = Files.writeString(directory.resolve("a.log"), line("first [request_id=k-1]", "abcd"));

        StoryResult result = StoryResult.story(
                new byte[0],
                steps(
                        () -> append(log, line("before the key", "next") + line("alien [request_id=k-2]", "x")),
                        () -> append(log, line("second [request_id=k-1]", "next") + line("third", "next.1"))),
                "k-1",
                "-f",
                log);

        assertThat(result.out())
                .containsOnlyOnce("first")
                .containsOnlyOnce("before the key")
                .containsOnlyOnce("second")
                .containsOnlyOnce("third")
                .doesNotContain("alien");
    }

    @Test
    void replacements_areFollowed() throws IOException {
        Path log = Files.writeString(directory.resolve("a.log"), line("first", "abcd"));

        StoryResult result = StoryResult.story(
                new byte[0],
                steps(
                        () -> append(log, line("too early", "next")),
                        () -> append(
                                log,
                                line("Replacing correlation id [new_corr_id=next]", "abcd") + line("second", "next.1")),
                        () -> append(log, line("Replaced correlation id [old_corr_id=next]", "last")),
                        () -> append(log, line("third", "last"))),
                "abcd",
                "-f",
                log);

        assertThat(result.out()).contains("first", "second", "third");
    }

    @Test
    void earlierLinesOfAnIdFoundLater_arePrintedFromAllFiles_once() throws IOException {
        Path slow = Files.writeString(directory.resolve("slow.log"), line("first", "abcd.1"));
        Path fast = Files.writeString(
                directory.resolve("fast.log"),
                line("before the start", "next")
                        + line("Replacing correlation id [new_corr_id=far]", "next")
                        + line("far away", "far.7")
                        + line("alien", "x"));

        StoryResult result = StoryResult.story(
                new byte[0],
                steps(
                        () -> append(fast, line("before the link", "next.2") + line("nearly", "next2")),
                        () -> append(
                                slow,
                                line("same file", "next")
                                        + line("Replacing correlation id [new_corr_id=next]", "abcd.1")
                                        + line("at once", "next")),
                        () -> append(fast, line("at last", "next"))),
                "abcd.1",
                "--follow",
                slow,
                fast);

        assertThat(result.out()
                        .lines()
                        .dropWhile(line -> !line.contains("Read "))
                        .skip(1))
                .extracting(line -> line.substring(line.indexOf("INFO") + 4).strip())
                .containsExactly(
                        "Replacing correlation id [new_corr_id=next]",
                        "at once",
                        "same file",
                        "before the start",
                        "Replacing correlation id [new_corr_id=far]",
                        "far away",
                        "before the link",
                        "at last");
    }

    @Test
    void ancestorFoundLater_doesNotPrintLinesAgain() throws IOException {
        Path log = Files.writeString(
                directory.resolve("a.log"), line("first", "abcd") + line("other", "root") + line("before", "root.1"));

        StoryResult result = StoryResult.story(
                new byte[0],
                steps(
                        () -> append(log, line("Replacing correlation id [new_corr_id=root.1]", "abcd")),
                        () -> append(log, line("between", "root.1")),
                        () -> append(log, line("Replaced correlation id [old_corr_id=abcd]", "root"))),
                "abcd",
                "--follow",
                log);

        assertThat(result.out())
                .containsOnlyOnce("other")
                .containsOnlyOnce("before")
                .containsOnlyOnce("between")
                .containsOnlyOnce("Replaced correlation id");
    }

    @Test
    void stackTrace_isPrintedWithItsLine() throws IOException {
        Path log = Files.writeString(directory.resolve("a.log"), line("first", "abcd"));

        StoryResult result = StoryResult.story(
                new byte[0],
                steps(() ->
                        append(log, line("failed", "abcd") + "java.io.IOException: no space\n\tat a.B.c(B.java:1)\n")),
                "abcd",
                "-f",
                "--json",
                log);

        assertThat(result.out()).contains("failed\\njava.io.IOException: no space\\n\\tat a.B.c(B.java:1)\"");
    }

    @Test
    void truncatedAndReplacedFiles_areReadFromTheStart() throws IOException {
        Path log = Files.writeString(
                directory.resolve("a.log"),
                line("first", "abcd") + line("padding", "x").repeat(20));

        StoryResult result = StoryResult.story(
                new byte[0],
                steps(() -> Files.writeString(log, line("second", "abcd")), () -> {
                    append(log, line("third", "abcd"));
                    Files.move(log, directory.resolve("a.log.1"));
                    Files.writeString(log, line("fourth", "abcd"));
                }),
                "abcd",
                "--follow",
                log);

        assertThat(result.out()).containsSubsequence("first", "second", "third", "fourth");
    }

    @Test
    void standardInput_isPrintedAsItArrives() {
        StoryResult result = StoryResult.story(
                StoryResult.utf8(
                        line("first", "abcd") + line("alien", "x") + "2026-03-01T10:00:00Z INFO second [corr_id=abcd]"),
                () -> false,
                "abcd",
                "--follow",
                "--json");

        assertThat(result.code()).isZero();
        assertThat(result.out()).hasLineCount(2).contains("first", "second").doesNotContain("alien");
    }

    private static String line(String message, String id) {
        return "2026-03-01T10:00:00Z INFO %s [corr_id=%s]\n".formatted(message, id);
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }

    private static Follower.Pause steps(Step... steps) {
        Deque<Step> left = new ArrayDeque<>(List.of(steps));
        return () -> {
            Step next = left.poll();
            if (next != null) {
                try {
                    next.run();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return next != null;
        };
    }
}
