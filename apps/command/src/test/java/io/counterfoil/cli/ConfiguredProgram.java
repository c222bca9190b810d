package io.counterfoil.cli;

import picocli.CommandLine;

/** Commands that report errors as the program does, for tests of other packages. */
public final class ConfiguredProgram {

    private ConfiguredProgram() {}

    /** The command, with the program's handlers of errors. */
    public static CommandLine of(CommandLine command) {
        return Program.configured(command);
    }
}
