package io.counterfoil.cli.console;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;

/** The command {@code console} in a thread of its own, until it is stopped. */
final class RunningConsole {

    private final StringWriter warnings = new StringWriter();
    private final Thread thread;
    private final URI url;

    /** Starts the command, and waits for the address that it prints. */
    RunningConsole(ConsoleCommand command, String... arguments) throws Exception {
        CompletableFuture<String> address = new CompletableFuture<>();
        StringWriter out = new StringWriter() {
            @Override
            public void flush() {
                if (toString().contains("\n")) {
                    address.complete(toString().strip());
                }
            }
        };
        CommandLine line = new CommandLine(command).setOut(new PrintWriter(out)).setErr(new PrintWriter(warnings));
        thread = new Thread(() -> {
            int exitCode = line.execute(arguments);
            address.completeExceptionally(new AssertionError("ended with " + exitCode + ": " + warnings));
        });
        thread.start();
        url = URI.create(address.get(2, TimeUnit.MINUTES));
    }

    URI url() {
        return url;
    }

    /** What it printed besides its address. */
    String warnings() {
        return warnings.toString();
    }

    /** Ends it, as Ctrl-C does. */
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }
}
