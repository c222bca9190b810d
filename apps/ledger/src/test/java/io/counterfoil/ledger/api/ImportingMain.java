package io.counterfoil.ledger.api;

import io.counterfoil.ledger.launch.LedgerServer;
import io.counterfoil.samples.support.database.ConnectionSettings;
import java.util.Map;

/** The service in a process of its own, whose work is taken over soon after it was killed. Prints its URL, and serves until then. */
final class ImportingMain {

    static final String URL = "URL ";

    /** How soon the work of a dead process is taken over. */
    static final String HEARTBEAT = "200ms";

    private ImportingMain() {}

    public static void main(String[] args) {
        LedgerServer server = LedgerServer.start(
                0,
                new ConnectionSettings(args[0], args[1], args[2]),
                false,
                Map.of("ledger.imports.heartbeat", HEARTBEAT, "logging.threshold.console", "WARN"));
        System.out.println(URL + server.url());
    }
}
