package io.counterfoil.shop;

import io.counterfoil.application.TestApplication;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** An application of chosen parts, running on a free port and an empty database, with a table of its effects. */
final class Shop extends TestApplication {

    private Shop(Map<String, Object> defaults, List<Class<?>> parts, String... properties) {
        super(
                databaseWith("CREATE TABLE sale (item text NOT NULL)"),
                Stream.<Class<?>>concat(parts.stream(), Stream.of(Parts.class)).toList(),
                defaults,
                properties);
    }

    /** Scans for nothing. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Parts {}

    /** With these controllers, services and configurations; a client is told by its header field. */
    static Shop open(List<Class<?>> parts, String... properties) {
        // Spring Security is on the class path of these tests.
        return new Shop(Map.of("logging.level.root", "OFF", "counterfoil.client", "header"), parts, properties);
    }

    /** The same, and nothing is said of clients. */
    static Shop openWithoutAWordOnClients(List<Class<?>> parts) {
        return new Shop(Map.of("logging.level.root", "OFF"), parts);
    }

    long sales(String item) {
        return count("sale", "item", item);
    }

    /** A column of the one record of this request ID. */
    String record(String expression, String requestId) {
        return record(expression, requestId, String.class);
    }

    long records(String requestId) {
        return count("counterfoil_record", "request_id", requestId);
    }

    HttpResponse<String> post(String path, String key, String body, String... headers)
            throws IOException, InterruptedException {
        return send("POST", path, body, with(headers, "Idempotency-Key", key));
    }

    private static String[] with(String[] headers, String name, String value) {
        return Stream.concat(Stream.of(headers), Stream.of(name, value)).toArray(String[]::new);
    }

    @Override
    public HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        return super.send(method, path, body, with(headers, "X-Client-Name", "customer"));
    }

    static boolean isReplay(HttpResponse<String> response) {
        return response.headers().firstValue("Idempotency-Replayed").equals(Optional.of("true"));
    }

    static boolean isGuarded(HttpResponse<String> response) {
        return response.headers().firstValue("Idempotency-Replayed").isPresent();
    }
}
