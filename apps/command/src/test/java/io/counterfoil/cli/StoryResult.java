package io.counterfoil.cli;

import io.counterfoil.story.scan.Follower;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * The result of {@code counterfoil story}.
 *
 * @param code the exit code
 */
record StoryResult(int code, String out, String err) {

    /** Runs the command with empty standard input. */
    static StoryResult story(Object... arguments) {
        return story(new byte[0], () -> false, arguments);
    }

    /** Runs the command on these logs, with these options and this ID. */
    static StoryResult story(List<Path> logs, String... words) {
        return story(Stream.concat(Stream.of(words), logs.stream()).toArray());
    }

    /** Runs the command with this standard input. */
    static StoryResult story(byte[] in, Follower.Pause pause, Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        InputStream stream = new ByteArrayInputStream(in);
        CommandLine command = Program.configured(new CommandLine(new StoryCommand(stream, pause)));
        command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        command.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        String[] words = new String[arguments.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = arguments[i].toString();
        }
        int code = command.execute(words);
        return new StoryResult(code, out.toString(), err.toString());
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
