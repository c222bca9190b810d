package io.counterfoil.samples.support.launch;

import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option that says on which port a service listens. For picocli to fill in. */
public final class PortOption {

    private static final int MAX_PORT = 65_535;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port on 127.0.0.1; 0 for any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    /** With the port of one who says nothing. */
    public PortOption(int standard) {
        port = standard;
    }

    /**
     * The port; 0 for any free one.
     *
     * @param commandLine that it was given on
     * @throws ParameterException when there is no such port
     */
    public int port(CommandLine commandLine) {
        if (port < 0 || port > MAX_PORT) {
            throw new ParameterException(
                    commandLine, "--port must be between 0 and %d, and is %d".formatted(MAX_PORT, port));
        }
        return port;
    }
}
