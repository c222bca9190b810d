package io.counterfoil.samples.controlplane.controller;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.correlation.CorrelationId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;

/**
 * What a controller's process runs, until its standard input ends: the other end of it is in the hands of the control plane, and is closed
 * by the operating system when that dies in whatever way. On standard output it says {@value #READY}, and what it is doing.
 */
@Command(name = "controller", hidden = true, description = "A controller; started by the control plane itself.")
public final class ControllerCommand implements Callable<Integer> {

    /** The line that says that signals are being taken. */
    public static final String READY = "ready";

    /** How the line begins that says which attempt's work has begun. */
    public static final String BEGINS = "begins ";

    /** How the line begins that says which attempt's work has ended. */
    public static final String ENDS = "ends ";

    /** Work that is not done by then is not waited for: there may be no parent process left to end this one. */
    private static final long STOP_LIMIT_SECONDS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(ControllerCommand.class);

    /** For picocli to make. */
    public ControllerCommand() {}

    @Override
    public Integer call() throws Exception {
        BufferedReader pipe = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        ControllerSettings settings = ControllerSettings.read(pipe);
        ControllerLog.writeTo(settings.log());
        Controller controller = Controller.start(settings, new Lines(System.out));
        try (controller) {
            LOG.info("{} started", settings.name());
            System.out.println(READY);
            awaitEnd(pipe);
            CompletableFuture.delayedExecutor(STOP_LIMIT_SECONDS, TimeUnit.SECONDS)
                    .execute(() -> Runtime.getRuntime().halt(1));
            LOG.info("{} stopped", settings.name());
        }
        return 0;
    }

    private static void awaitEnd(BufferedReader pipe) throws IOException {
        String line = pipe.readLine();
        while (line != null) {
            line = pipe.readLine();
        }
    }

    /** One line each. */
    private record Lines(PrintStream out) implements Told {

        @Override
        public void begins(CorrelationId attempt) {
            out.println(BEGINS + attempt);
        }

        @Override
        public void ends(CorrelationId attempt) {
            out.println(ENDS + attempt);
        }
    }
}
