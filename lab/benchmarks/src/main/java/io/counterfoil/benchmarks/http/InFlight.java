package io.counterfoil.benchmarks.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.counterfoil.benchmarks.Spread;
import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.servlet.IdempotencyFilter;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.ExpandWar;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/**
 * The heap that a request occupies while its handler runs, with and without a key: many requests are blocked in their
 * handler, the garbage is collected, and the remaining heap is divided by their number. Records are in memory, so that
 * no database connections are included.
 */
final class InFlight {

    private final int rounds;
    private final int requests;
    private final int collections;

    /**
     * The extent of the measurement.
     *
     * @param requests the number of concurrently blocked requests
     * @param collections the number of garbage collections before the heap is measured
     */
    InFlight(int rounds, int requests, int collections) {
        this.rounds = rounds;
        this.requests = requests;
        this.collections = collections;
    }

    String run() throws Exception {
        StringBuilder text = new StringBuilder("""

                #### Heap of a request in its handler

                %d requests at once, on Tomcat, %d rounds; in KiB for one request.

                | body | without a key | with a key | more |
                |---|--:|--:|--:|
                """.formatted(requests, rounds));
        for (int size : List.of(100, 10_000, 100_000)) {
            text.append(row(size));
        }
        return text.toString();
    }

    private String row(int size) throws Exception {
        List<Double> unkeyed = new ArrayList<>();
        List<Double> keyed = new ArrayList<>();
        List<Double> more = new ArrayList<>();
        try (Server server = new Server(requests, collections)) {
            server.held(false, size);
            server.held(true, size);
            for (int round = 0; round < rounds; round++) {
                double without = server.held(false, size) / requests / 1024;
                double with = server.held(true, size) / requests / 1024;
                unkeyed.add(without);
                keyed.add(with);
                more.add(with - without);
            }
        }
        return "| %,d bytes | %s | %s | %s |%n".formatted(size, cell(unkeyed), cell(keyed), cell(more));
    }

    private static String cell(List<Double> values) {
        Spread spread = Spread.of(values);
        return "%s (%s–%s)"
                .formatted(Spread.figure(spread.median()), Spread.figure(spread.min()), Spread.figure(spread.max()));
    }

    /** A servlet that waits, behind the filter. */
    private static final class Server implements AutoCloseable {

        private record Gate(CountDownLatch entered, CountDownLatch open) {}

        private volatile Gate gate = new Gate(new CountDownLatch(0), new CountDownLatch(0));
        private final Tomcat tomcat = new Tomcat();
        private final Path base = Files.createTempDirectory("counterfoil-bench-");
        private final int requests;
        private final int collections;

        Server(int requests, int collections) throws Exception {
            this.requests = requests;
            this.collections = collections;
            tomcat.setBaseDir(base.toString());
            tomcat.setPort(0);
            tomcat.getConnector().setProperty("address", "127.0.0.1");
            tomcat.getConnector().setProperty("maxThreads", Integer.toString(requests + 10));
            Context context = tomcat.addContext("", base.toString());
            Tomcat.addServlet(context, "held", new Held());
            context.addServletMappingDecoded("/*", "held");
            filter(
                    context,
                    new IdempotencyFilter(Endpoints.all(new HttpIdempotency(
                            Idempotency.on(new InMemoryStore(Clock.systemUTC())),
                            HttpPolicy.DEFAULT,
                            ClientResolver.ANONYMOUS))));
            tomcat.start();
        }

        private static void filter(Context context, Filter filter) {
            FilterDef definition = new FilterDef();
            definition.setFilterName("idempotency");
            definition.setFilter(filter);
            context.addFilterDef(definition);
            FilterMap map = new FilterMap();
            map.setFilterName("idempotency");
            map.addURLPattern("/*");
            context.addFilterMap(map);
        }

        /** The difference of the heap with and without the requests in their handlers, in bytes. */
        double held(boolean keyed, int size) throws IOException, InterruptedException {
            Gate now = new Gate(new CountDownLatch(requests), new CountDownLatch(1));
            gate = now;
            List<Wire> wires = new ArrayList<>();
            try {
                for (int i = 0; i < requests; i++) {
                    wires.add(new Wire(tomcat.getConnector().getLocalPort()));
                }
                String body = "x".repeat(size);
                long before = used();
                for (Wire wire : wires) {
                    String header = keyed ? "Idempotency-Key: \"" + UuidV7.next() + "\"\r\n" : "";
                    wire.write(Wire.request("POST", "/held", header, body));
                }
                now.entered().await();
                long after = used();
                now.open().countDown();
                for (Wire wire : wires) {
                    int status = wire.read().status();
                    if (status != 200) {
                        throw new IllegalStateException("a blocked request got status " + status);
                    }
                }
                // Otherwise they would affect the next measurement until the server has released them.
                for (Wire wire : wires) {
                    wire.end();
                }
                return after - before;
            } finally {
                now.open().countDown();
                for (Wire wire : wires) {
                    wire.close();
                }
            }
        }

        private long used() {
            Runtime runtime = Runtime.getRuntime();
            for (int i = 0; i < collections; i++) {
                System.gc();
            }
            return runtime.totalMemory() - runtime.freeMemory();
        }

        @Override
        public void close() throws LifecycleException {
            tomcat.stop();
            tomcat.destroy();
            ExpandWar.delete(base.toFile());
        }

        private final class Held extends HttpServlet {

            private static final long serialVersionUID = 1L;

            @Override
            protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
                request.getInputStream().readAllBytes();
                Gate now = gate;
                now.entered().countDown();
                try {
                    now.open().await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
                response.getOutputStream().write("done".getBytes(US_ASCII));
            }
        }
    }
}
