package io.counterfoil.ledger.cli;

import io.counterfoil.ledger.access.ApiKeyCommand;
import io.counterfoil.ledger.access.WritersCommand;
import io.counterfoil.ledger.demo.DemoCommand;
import io.counterfoil.ledger.launch.CallbackSecretCommand;
import io.counterfoil.ledger.launch.Serve;

/** The program: serves the ledger, or executes a subcommand. */
public final class Main {

    private Main() {}

    /** Runs the program and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(Serve.commandLine(
                        new DemoCommand(), new ApiKeyCommand(), new WritersCommand(), new CallbackSecretCommand())
                .execute(args));
    }
}
