package io.counterfoil.httpserver;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.KeyedExecution;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Deduplicates keyed requests in front of a handler of the JDK's HTTP server. Requests without a key pass untouched. Thread-safe.
 *
 * <pre>{@code
 * JdkIdempotencyFilter filter = new JdkIdempotencyFilter(Endpoints.all(idempotency));
 * server.createContext("/v1/transfers", filter.inFrontOf(transfers));
 * }</pre>
 *
 * <p>The handler runs once, inside the engine's unit of work or under its lease, on the calling thread, and its response is held back
 * until the record is kept. It must have sent its response when it returns: one that has not, because it responds later on another thread or
 * never closes its body, is treated as one that threw, because that work would outlive unit and lease.
 *
 * <p>What a handler throws is thrown on, once its work is undone or its lease ended; the server then closes the connection.
 *
 * <p>The body of a keyed request is held in memory, up to the policy's limit, and the response too. A guarded handler sees no
 * {@link com.sun.net.httpserver.HttpsExchange}.
 *
 * <p>The server runs the filters of a context <em>before</em> its authenticator. In a context with an authenticator put the
 * filter in front of the handler by {@link #inFrontOf}, never among the context's filters: there the principal would not be known yet, and
 * a request that is found there is refused.
 */
public final class JdkIdempotencyFilter extends Filter {

    private final Endpoints endpoints;

    /**
     * A filter that treats requests as these endpoints say.
     *
     * @param endpoints how each request is treated
     */
    public JdkIdempotencyFilter(Endpoints endpoints) {
        this.endpoints = endpoints;
    }

    /**
     * {@return the handler with this filter in front, behind the authenticator of its context}
     *
     * @param handler handles what is not replayed or rejected
     */
    public HttpHandler inFrontOf(HttpHandler handler) {
        return exchange -> doFilter(exchange, new Chain(List.of(), handler));
    }

    /**
     * {@return the claim under which the calling handler runs; empty where its request is not guarded} For the thread of the handler.
     *
     * @param exchange the one that the handler was called with
     */
    public static Optional<KeyedExecution> execution(HttpExchange exchange) {
        return exchange.getAttribute(CapturedExchange.EXECUTION) instanceof KeyedExecution execution
                ? Optional.of(execution)
                : Optional.empty();
    }

    /**
     * Responds to the request, or passes it on.
     *
     * @throws IOException what the rest of the chain threw, or the client's going away; nothing was claimed when it went while it
     *     sent the body
     * @throws IllegalStateException in front of an authenticator, before anything is done
     */
    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        if (exchange.getHttpContext().getAuthenticator() != null && exchange.getPrincipal() == null) {
            throw new IllegalStateException(
                    "the filter for " + exchange.getHttpContext().getPath()
                            + " runs before the context's authenticator: remove it from the context's filters, and wrap the "
                            + "handler with inFrontOf(handler)");
        }
        ExchangeHead head = new ExchangeHead(exchange);
        Optional<HttpIdempotency> treatment = endpoints.of(head);
        if (treatment.isEmpty()) {
            chain.doFilter(exchange);
            return;
        }
        HttpIdempotency idempotency = treatment.get();
        Admission admission = idempotency.admit(head);
        if (admission instanceof Admission.Keyed keyed) {
            execute(idempotency, keyed, exchange, chain);
        } else if (admission instanceof Admission.Refused refused) {
            refuse(refused.response(), new OuterFields(exchange.getResponseHeaders()), exchange);
        } else if (admission instanceof Admission.Unkeyed unkeyed) {
            unkeyed.attempt()
                    .ifPresent(attempt -> exchange.getResponseHeaders()
                            .set(idempotency.policy().names().attempt(), attempt.value()));
            chain.doFilter(exchange);
        }
    }

    private static void execute(HttpIdempotency idempotency, Admission.Keyed keyed, HttpExchange exchange, Chain chain)
            throws IOException {
        OuterFields outer = new OuterFields(exchange.getResponseHeaders());
        Optional<byte[]> body;
        try {
            body = idempotency.read(keyed, () -> Bodies.read(exchange, idempotency.policy()));
        } catch (Bodies.RefusedException refused) {
            refuse(idempotency.refuse(keyed, refused.problem()), outer, exchange);
            return;
        }
        if (body.isEmpty()) {
            refuse(idempotency.refuseTooManyOpen(keyed), outer, exchange);
            return;
        }
        Response answer;
        try {
            answer = idempotency.execute(keyed, body.get(), right -> {
                CapturedExchange captured = new CapturedExchange(exchange, body.get(), right);
                chain.doFilter(captured);
                return outer.withoutUnchanged(captured.captured());
            });
        } catch (Error failure) {
            // The server lets an error end its thread, and leaves the client waiting on an open connection.
            exchange.close();
            throw failure;
        }
        send(answer, outer, exchange);
    }

    /** Responds to a request whose body may not have been read: the rest of it is read first, within a bound. */
    private static void refuse(Response response, OuterFields outer, HttpExchange exchange) throws IOException {
        boolean goesOn = Bodies.drain(exchange);
        send(goesOn ? response : response.with("Connection", "close"), outer, exchange);
    }

    private static void send(Response response, OuterFields outer, HttpExchange exchange) throws IOException {
        outer.mergeInto(response, exchange.getResponseHeaders());
        Responses.send(response, exchange);
    }

    @Override
    public String description() {
        return "deduplication of keyed requests";
    }
}
