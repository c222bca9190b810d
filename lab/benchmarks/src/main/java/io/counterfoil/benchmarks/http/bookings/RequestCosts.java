package io.counterfoil.benchmarks.http.bookings;

import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.benchmarks.load.ServerTime;
import io.counterfoil.benchmarks.load.ThreadCosts;
import io.counterfoil.testkit.database.CountingSockets;
import java.time.Duration;

/**
 * What one request costs, whatever else the machine does meanwhile.
 *
 * @param roundTrips to the database
 * @param statements of the database
 * @param bytes allocated by the service
 * @param serviceMicros the service's processor time
 * @param databaseMicros the database's processor time
 */
record RequestCosts(double roundTrips, double statements, double bytes, double serviceMicros, double databaseMicros) {

    /** The beginning of the names of Tomcat's threads. */
    private static final String SERVICE = "http-nio-";

    /** The means of so many requests, one after the other. */
    static RequestCosts of(Load.Request request, int requests, Load load, ServerTime server) throws Exception {
        CountingSockets.Sent sent = CountingSockets.sent();
        ThreadCosts costs = ThreadCosts.of(SERVICE);
        double seconds = server.seconds();
        load.run(() -> repeat(request, requests), Duration.ofNanos(1));
        seconds = server.seconds() - seconds;
        costs = ThreadCosts.of(SERVICE).since(costs);
        sent = CountingSockets.sent().since(sent);
        return new RequestCosts(
                sent.roundTrips() / (double) requests,
                sent.statements() / (double) requests,
                costs.bytes() / (double) requests,
                costs.cpuNanos() / 1e3 / requests,
                seconds * 1e6 / requests);
    }

    private static void repeat(Load.Request request, int requests) throws Exception {
        for (int i = 0; i < requests; i++) {
            request.send();
        }
    }

    /** A row of a table, with the share of the processor time of another. */
    String row(String name, RequestCosts base) {
        return "| %s | %.2f | %.2f | %.1f | %.0f | %.0f | %.0f %% |%n"
                .formatted(
                        name,
                        roundTrips,
                        statements,
                        bytes / 1024,
                        serviceMicros,
                        databaseMicros,
                        100 * (serviceMicros + databaseMicros) / (base.serviceMicros + base.databaseMicros));
    }
}
