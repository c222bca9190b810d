package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.engine.Contestant.Measured;
import io.counterfoil.benchmarks.load.Effort;
import io.counterfoil.benchmarks.load.Load;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** What a request costs client and server, besides time. */
final class CostsPart {

    static final int THREADS = 8;

    private static final int SLICES = 2;

    private final Database database;
    private final Effort effort;
    private final int keys;
    private final PrintWriter out;

    CostsPart(Database database, Effort effort, int keys, PrintWriter out) {
        this.database = database;
        this.effort = effort;
        this.keys = keys;
        this.out = out;
    }

    String run(List<Contestant> contestants) throws Exception {
        StringBuilder first = new StringBuilder("%d ms for each.%n"
                        .formatted(effort.slice().multipliedBy(SLICES).toMillis()))
                .append(table("first executions"));
        StringBuilder replays = table("replays");
        try (Load load = new Load(THREADS);
                Connection server = server()) {
            for (Contestant one : contestants) {
                Requests requests = Requests.seeded(one, keys);
                for (Measured kind : one.measured()) {
                    (kind == Measured.FIRST ? first : replays)
                            .append(row(one, () -> requests.send(kind), load, server));
                }
                requests.check();
                out.printf("costs of %s%n", one.name());
                out.flush();
            }
        }
        return first.append(replays).toString();
    }

    /** A connection that reads the statistics of statements. */
    private Connection server() throws SQLException {
        Connection connection = database.connect();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
        }
        return connection;
    }

    private static StringBuilder table(String title) {
        return new StringBuilder("""

                ### Costs of a request: %s, %d threads

                | | client: CPU, µs | client: bytes allocated | server: CPU, µs | statements, without `COMMIT` | WAL, bytes |
                |---|--:|--:|--:|--:|--:|
                """.formatted(title, THREADS));
    }

    private String row(Contestant one, Load.Request request, Load load, Connection server) throws Exception {
        load.run(request, effort.warmUp());
        Meter before = Meter.read(server);
        double requests = load.run(request, effort.slice().multipliedBy(SLICES)).requests();
        Meter used = Meter.read(server).since(before);
        return "| %s | %s | %,.0f | %s | %.2f | %,.0f |%n"
                .formatted(
                        one.title(),
                        Spread.figure(used.clientNanos() / requests / 1000),
                        used.allocated() / requests,
                        Spread.figure(used.serverNanos() / requests / 1000),
                        used.statements() / requests,
                        used.walBytes() / requests);
    }
}
