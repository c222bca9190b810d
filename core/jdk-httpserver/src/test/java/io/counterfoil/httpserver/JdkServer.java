package io.counterfoil.httpserver;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import com.sun.net.httpserver.HttpServer;
import io.counterfoil.http.Endpoints;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.testkit.http.Application;
import io.counterfoil.testkit.http.ContractServer;
import io.counterfoil.testkit.http.Feature;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/** The JDK's server on a free port, as a service without a framework would put it together. */
final class JdkServer implements ContractServer {

    static final Set<Feature> FEATURES = EnumSet.of(Feature.PRINCIPAL, Feature.CORRELATION);

    private final HttpServer server;
    private final ExecutorService threads;

    private JdkServer(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    static JdkServer start(Endpoints endpoints, Application application, ExecutorService threads) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        JdkIdempotencyFilter filter = new JdkIdempotencyFilter(endpoints);
        HttpContext context = server.createContext("/", filter.inFrontOf(new NeutralHandler(application)));
        context.getFilters().add(new JdkCorrelationFilter(HeaderNames.DEFAULT));
        context.setAuthenticator(new TakesItsWord());
        server.start();
        return new JdkServer(server, threads);
    }

    @Override
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** Whoever says who he is, is he. */
    private static final class TakesItsWord extends Authenticator {

        @Override
        public Result authenticate(HttpExchange exchange) {
            String name = exchange.getRequestHeaders().getFirst(PRINCIPAL_FIELD);
            return new Success(new HttpPrincipal(name == null ? "nobody" : name, "test"));
        }
    }
}
