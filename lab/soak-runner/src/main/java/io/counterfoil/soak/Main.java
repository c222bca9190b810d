package io.counterfoil.soak;

import java.nio.file.Path;
import java.time.Clock;

/** The entry point of {@code ./soak}. */
public final class Main {

    private Main() {}

    /** Runs the command and exits with its exit code. */
    public static void main(String[] args) {
        Path home = Path.of(System.getProperty("soak.home", ".")).toAbsolutePath();
        boolean terminal = Boolean.getBoolean("soak.terminal");
        System.exit(new SoakCommand(home, Areas.ALL, new MavenModules(home), Clock.systemUTC(), terminal)
                .commandLine()
                .execute(args));
    }
}
