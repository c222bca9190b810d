package io.counterfoil.cli;

import io.counterfoil.cli.StoryRun.Streams;
import io.counterfoil.story.Limits;
import java.io.PrintWriter;
import java.time.ZoneId;
import java.util.List;

/**
 * {@code counterfoil story CORR_ID FILE…} and no more: the usual call, and one that people wait for. It is read from the command line here, since to
 * load the library that reads all others takes as long as to go through a gigabyte of logs. It does what {@link StoryCommand} does without options.
 */
final class PlainStory {

    private PlainStory() {}

    /** Whether the arguments are such a call: words that mean themselves, and neither options nor files of arguments. */
    static boolean isAskedBy(String[] arguments) {
        boolean asked = arguments.length > 1 && arguments[0].equals("story");
        for (String word : arguments) {
            asked &= word.equals(Inputs.STANDARD_INPUT)
                    || !(word.isEmpty() || word.startsWith("-") || word.startsWith("@"));
        }
        return asked;
    }

    /**
     * Tells it.
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
