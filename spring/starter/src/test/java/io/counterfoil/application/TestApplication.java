package io.counterfoil.application;

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
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An application on a free port and on a database, with questions to both. */
public abstract class TestApplication implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final HttpClient client = HttpClient.newHttpClient();
    private final JdbcClient jdbc;

    /**
     * Starts it.
     *
     * @param sources its classes
     * @param defaults properties that are outweighed by all others
     */
    protected TestApplication(
            Database database, List<Class<?>> sources, Map<String, Object> defaults, String... properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password()));
        arguments.addAll(List.of(properties));
        SpringApplication application = new SpringApplication(sources.toArray(Class<?>[]::new));
        application.setRegisterShutdownHook(false);
        Map<String, Object> outweighed =
                new HashMap<>(Map.of("logging.level.root", "ERROR", "spring.datasource.hikari.minimum-idle", "1"));
        outweighed.putAll(defaults);
        application.setDefaultProperties(outweighed);
        context = application.run(arguments.toArray(String[]::new));
        jdbc = JdbcClient.create(database.dataSource());
    }

    /** An empty PostgreSQL, but for what this statement makes. */
    protected static Database databaseWith(String statement) {
        Database database = TestPostgres.freshDatabase().reusing("test");
        JdbcClient.create(database.dataSource()).sql(statement).update();
        return database;
    }

    public final <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public final <T> Collection<T> beans(Class<T> type) {
        return context.getBeansOfType(type).values();
    }

    public final boolean has(Class<?> type) {
        return context.getBeanNamesForType(type).length > 0;
    }

    /** Questions to the database past the application and its pool. */
    public final JdbcClient jdbc() {
        return jdbc;
    }

    /** How many rows of a table have this value. */
    protected final long count(String table, String column, String value) {
        return jdbc.sql("SELECT count(*) FROM " + table + " WHERE " + column + " = ?")
                .param(value)
                .query(Long.class)
                .single();
    }

    /** What an expression gives on the one record of this request ID. */
    protected final <T> T record(String expression, String requestId, Class<T> type) {
        return jdbc.sql("SELECT " + expression + " FROM counterfoil_record WHERE request_id = ?")
                .param(requestId)
                .query(type)
                .single();
    }

    public HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        return sendTo(URI.create(origin() + path), method, body, headers);
    }

    protected final HttpResponse<String> sendTo(URI uri, String method, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    public final String origin() {
        return "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port");
    }

    @Override
    public void close() {
        context.close();
    }
}
