package io.counterfoil.samples.support.launch;

import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option for the port of a service; picocli sets it. */
public final class PortOption {

    private static final int MAX_PORT = 65_535;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port on 127.0.0.1; 0 selects a free port. Default: ${DEFAULT-VALUE}.")
    private int port;

    public PortOption(int standard) {
        port = standard;
    }

    /**
     * The port; 0 selects a free one.
     *
     * @param commandLine the command line that contains the option
     * @throws ParameterException if the port is out of range
     */
    public int port(CommandLine commandLine) {
        if (port < 0 || port > MAX_PORT) {
            throw new ParameterException(
                    commandLine, "--port must be between 0 and %s, is %s".formatted(MAX_PORT, port));
        }
        return port;
    }
}
