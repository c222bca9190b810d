package io.counterfoil.ledger.trace;

import io.counterfoil.ledger.launch.LedgerDatabase;
import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.samples.support.database.EmbeddedDatabase;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Starts a traced service for a judge from outside, prints where its relay is, and runs until its standard input ends. */
final class TracedServiceMain {

    private TracedServiceMain() {}

    /**
     * Runs it.
     *
     * @param arguments {@code plain}, or {@code ledger} and a directory for its database
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("plain")) {
            serve(TracedService.plain());
        } else {
            try (EmbeddedDatabase database = LedgerDatabase.start(Path.of(arguments[1]))) {
                serve(TracedService.ledger(settings(database.connection())));
            }
        }
    }

    private static List<String> settings(ConnectionSettings connection) {
        return List.of(
                "spring.datasource.url=" + connection.jdbcUrl(),
                "spring.datasource.username=" + Objects.requireNonNull(connection.username()),
                "spring.datasource.password=" + Objects.requireNonNull(connection.password()));
    }

    private static void serve(TracedService service) throws IOException {
        try (service) {
            System.out.println("relay " + service.uri(Relay.PATH));
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
