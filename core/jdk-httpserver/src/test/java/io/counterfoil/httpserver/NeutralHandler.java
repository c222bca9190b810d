package io.counterfoil.httpserver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.counterfoil.http.KeyedExecution;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.testkit.http.Application;
import io.counterfoil.testkit.http.Exchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/** A handler of the server's own kind that lets the neutral application answer. */
record NeutralHandler(Application application) implements HttpHandler {

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try {
            application.handle(new JdkExchange(exchange, new ExchangeHead(exchange)));
        } catch (IOException | RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IOException(failure);
        }
    }

    private record JdkExchange(HttpExchange exchange, ExchangeHead head) implements Exchange {

        @Override
        public InputStream body() {
            return exchange.getRequestBody();
        }

        @Override
        public Optional<KeyedExecution> execution() {
            return JdkIdempotencyFilter.execution(exchange);
        }

        @Override
        public void respond(int status, List<HeaderField> fields, byte[] body) throws IOException {
            fields.forEach(field -> exchange.getResponseHeaders().add(field.name(), field.value()));
            if (body.length == 0 || method().equals("HEAD")) {
                exchange.sendResponseHeaders(status, -1);
                exchange.close();
                return;
            }
            exchange.sendResponseHeaders(status, body.length);
            try (OutputStream stream = exchange.getResponseBody()) {
                stream.write(body);
            }
        }

        @Override
        public OutputStream begin(int status, List<HeaderField> fields) throws IOException {
            fields.forEach(field -> exchange.getResponseHeaders().add(field.name(), field.value()));
            exchange.sendResponseHeaders(status, 0);
            return exchange.getResponseBody();
        }
    }
}
