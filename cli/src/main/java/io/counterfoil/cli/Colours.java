package io.counterfoil.cli;

import io.counterfoil.story.text.Ink;
import picocli.CommandLine;

/** Which ink a command writes with. */
public final class Colours {

    private Colours() {}

    /** Colours where the command writes to a terminal, and neither {@code NO_COLOR} nor another setting of picocli's forbids. */
    public static Ink of(CommandLine commandLine) {
        return new Ink(commandLine.getColorScheme().ansi().enabled());
    }
}
