package io.counterfoil.httpserver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import io.counterfoil.http.message.RequestHead;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * The head of the JDK server's request, in neutral terms.
 *
 * @param exchange the native request
 */
public record ExchangeHead(HttpExchange exchange) implements RequestHead {

    @Override
    public String method() {
        return exchange.getRequestMethod();
    }

    @Override
    public String path() {
        URI uri = exchange.getRequestURI();
        String sent = uri.toString();
        // The server reads a path that begins with two slashes as the name of a host.
        return sent.startsWith("/")
                ? sent.split("[?#]", 2)[0]
                : Optional.ofNullable(uri.getRawPath()).orElse("");
    }

    @Override
    public Optional<String> query() {
        return Optional.ofNullable(exchange.getRequestURI().getRawQuery());
    }

    @Override
    public List<String> headers(String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().get(name))
                .map(List::copyOf)
                .orElse(List.of());
    }

    @Override
    public Optional<String> principal() {
        return Optional.ofNullable(exchange.getPrincipal()).map(HttpPrincipal::getUsername);
    }
}
