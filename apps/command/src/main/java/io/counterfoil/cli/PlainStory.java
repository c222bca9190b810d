package io.counterfoil.cli;

import io.counterfoil.cli.StoryRun.Streams;
import io.counterfoil.story.Limits;
import java.io.PrintWriter;
import java.time.ZoneId;
import java.util.List;

/**
 * {@code counterfoil story ID FILE…} without options, the usual call. It is parsed here, because loading picocli
 * takes as long as searching a gigabyte of logs. The output equals that of {@link StoryCommand} without options.
 */
final class PlainStory {

    private PlainStory() {}

    /** Whether the arguments are a story call without options and without {@code @files}. */
    static boolean matches(String[] arguments) {
        boolean matches = arguments.length > 1 && arguments[0].equals("story");
        for (String word : arguments) {
            matches &= word.equals(Inputs.STANDARD_INPUT)
                    || !(word.isEmpty() || word.startsWith("-") || word.startsWith("@"));
        }
        return matches;
    }

    /**
     * Prints the story.
     *
     * @return the exit code
     */
    static int run(String[] arguments, PrintWriter out, PrintWriter err) {
        List<String> words = List.of(arguments);
        List<String> files = words.size() > 2 ? words.subList(2, words.size()) : List.of(Inputs.STANDARD_INPUT);
        return Failures.reported(
                err,
                () -> new StoryRun(
                                words.get(1),
                                files,
                                StoryFormat.TEXT,
                                false,
                                Limits.DEFAULT,
                                StoryRun.DEFAULT_GAP,
                                ZoneId::systemDefault,
                                new Streams(System.in, out, err, Terminal.ink(), StoryRun.PAUSE))
                        .run());
    }
}
