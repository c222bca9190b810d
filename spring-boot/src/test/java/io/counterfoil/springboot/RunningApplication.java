package io.counterfoil.springboot;

import io.counterfoil.testkit.database.Database;
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
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The sample application, on a free port and a database with an empty table of bookings. */
final class RunningApplication implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final HttpClient client = HttpClient.newHttpClient();
    private final JdbcClient jdbc;

    private RunningApplication(ConfigurableApplicationContext context, JdbcClient jdbc) {
        this.context = context;
        this.jdbc = jdbc;
    }

    static void createBookings(Database database) {
        JdbcClient.create(database.dataSource())
                .sql("CREATE TABLE booking (seat varchar(100) NOT NULL)")
                .update();
    }

    /** On this database, which has the table already. */
    static RunningApplication start(Database database, String... properties) {
        return start(database, List.of(SampleApplication.class), properties);
    }

    static RunningApplication start(Database database, List<Class<?>> sources, String... properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--logging.level.root=ERROR"));
        arguments.addAll(List.of(properties));
        SpringApplication application = new SpringApplication(sources.toArray(Class<?>[]::new));
        application.setRegisterShutdownHook(false);
        // Spring Security is on the class path of these tests; this application says nothing of it.
        application.setDefaultProperties(Map.of("counterfoil.client", "header"));
        return new RunningApplication(
                application.run(arguments.toArray(String[]::new)), JdbcClient.create(database.dataSource()));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    boolean has(Class<?> type) {
        return context.getBeanNamesForType(type).length > 0;
    }

    /** Questions to the database past the application and its pool. */
    JdbcClient jdbc() {
        return jdbc;
    }

    long bookings() {
        return jdbc.sql("SELECT count(*) FROM booking").query(Long.class).single();
    }

    /** A number from the one record of this request ID. */
    long record(String expression, String requestId) {
        return jdbc.sql("SELECT " + expression + " FROM counterfoil_record WHERE request_id = ?")
                .param(requestId)
                .query(Long.class)
                .single();
    }

    HttpResponse<String> post(String path, String requestId, String... headers)
            throws IOException, InterruptedException {
        return post(path, requestId, "", headers);
    }

    HttpResponse<String> postBody(String path, String requestId, String body) throws IOException, InterruptedException {
        return post(path, requestId, body, new String[0]);
    }

    private HttpResponse<String> post(String path, String requestId, String body, String[] headers)
            throws IOException, InterruptedException {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Idempotency-Key", requestId)
                .POST(BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        context.close();
    }
}
