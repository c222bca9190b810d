package io.counterfoil.shop;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An application of chosen parts, running on a free port and an empty database, with a table of its effects. */
final class Shop implements AutoCloseable {

    private final ConfigurableApplicationContext application;
    private final HttpClient client = HttpClient.newHttpClient();
    private final JdbcClient jdbc;

    private Shop(ConfigurableApplicationContext application, JdbcClient jdbc) {
        this.application = application;
        this.jdbc = jdbc;
    }

    /** Scans for nothing. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Parts {}

    /** With these controllers, services and configurations; a client is told by its header field. */
    static Shop open(List<Class<?>> parts, String... properties) {
        // Spring Security is on the class path of these tests.
        return open(Map.of("counterfoil.client", "header"), parts, properties);
    }

    /** The same, and nothing is said of clients. */
    static Shop openWithoutAWordOnClients(List<Class<?>> parts) {
        return open(Map.of(), parts);
    }

    private static Shop open(Map<String, Object> defaults, List<Class<?>> parts, String... properties) {
        Database database = TestPostgres.freshDatabase();
        JdbcClient jdbc = JdbcClient.create(database.dataSource());
        jdbc.sql("CREATE TABLE sale (item text NOT NULL)").update();
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--logging.level.root=OFF"));
        arguments.addAll(List.of(properties));
        List<Class<?>> sources = new ArrayList<>(parts);
        sources.add(Parts.class);
        SpringApplication application = new SpringApplication(sources.toArray(Class<?>[]::new));
        application.setRegisterShutdownHook(false);
        application.setDefaultProperties(defaults);
        return new Shop(application.run(arguments.toArray(String[]::new)), jdbc);
    }

    <T> T bean(Class<T> type) {
        return application.getBean(type);
    }

    JdbcClient jdbc() {
        return jdbc;
    }

    long sales(String item) {
        return jdbc.sql("SELECT count(*) FROM sale WHERE item = ?")
                .param(item)
                .query(Long.class)
                .single();
    }

    /** A column of the one record of this request ID. */
    String record(String expression, String requestId) {
        return jdbc.sql("SELECT " + expression + " FROM counterfoil_record WHERE request_id = ?")
                .param(requestId)
                .query(String.class)
                .single();
    }

    long records(String requestId) {
        return jdbc.sql("SELECT count(*) FROM counterfoil_record WHERE request_id = ?")
                .param(requestId)
                .query(Long.class)
                .single();
    }

    HttpResponse<String> post(String path, String key, String body, String... headers)
            throws IOException, InterruptedException {
        return send("POST", path, body, with(headers, "Idempotency-Key", key));
    }

    private static String[] with(String[] headers, String name, String value) {
        List<String> all = new ArrayList<>(List.of(headers));
        all.addAll(List.of(name, value));
        return all.toArray(String[]::new);
    }

    HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        String port = application.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, BodyPublishers.ofString(body))
                .headers(with(headers, "X-Client-Name", "customer"));
        return client.send(request.build(), BodyHandlers.ofString());
    }

    static boolean isReplay(HttpResponse<String> response) {
        return response.headers().firstValue("Idempotency-Replayed").equals(Optional.of("true"));
    }

    static boolean isGuarded(HttpResponse<String> response) {
        return response.headers().firstValue("Idempotency-Replayed").isPresent();
    }

    @Override
    public void close() {
        application.close();
    }
}
