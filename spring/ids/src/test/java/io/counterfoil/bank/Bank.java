package io.counterfoil.bank;

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
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The application, running on a free port and an empty database. */
final class Bank implements AutoCloseable {

    private final HttpClient client = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;
    private final JdbcClient jdbc;

    private Bank(ConfigurableApplicationContext context, JdbcClient jdbc) {
        this.context = context;
        this.jdbc = jdbc;
    }

    /** With these classes of configuration beside the application's own, and these properties. */
    static Bank open(List<Class<?>> more, String... properties) {
        Database database = TestPostgres.freshDatabase();
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password()));
        arguments.addAll(List.of(properties));
        SpringApplication application = new SpringApplication(
                Stream.concat(more.stream(), Stream.of(BankApplication.class)).toArray(Class<?>[]::new));
        application.setRegisterShutdownHook(false);
        application.setDefaultProperties(
                Map.of("logging.level.root", "ERROR", "spring.datasource.hikari.minimum-idle", "1"));
        return new Bank(application.run(arguments.toArray(String[]::new)), JdbcClient.create(database.dataSource()));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Questions to the database past the application and its pool. */
    JdbcClient jdbc() {
        return jdbc;
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send("GET", path, "", headers);
    }

    HttpResponse<String> post(String path, String contentType, String body) throws IOException, InterruptedException {
        return send("POST", path, body, "Content-Type", contentType);
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(origin() + path)).method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    String origin() {
        return "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port");
    }

    @Override
    public void close() {
        context.close();
    }
}
