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
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The application, running on a free port and an empty database. */
final class Bank implements AutoCloseable {

    private final ConfigurableApplicationContext application;
    private final HttpClient client = HttpClient.newHttpClient();
    private final JdbcClient jdbc;

    private Bank(ConfigurableApplicationContext application, JdbcClient jdbc) {
        this.application = application;
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
                "--spring.datasource.password=" + database.password(),
                "--logging.level.root=ERROR"));
        arguments.addAll(List.of(properties));
        List<Class<?>> sources = new ArrayList<>(more);
        sources.add(BankApplication.class);
        ConfigurableApplicationContext application =
                new SpringApplication(sources.toArray(Class<?>[]::new)).run(arguments.toArray(String[]::new));
        return new Bank(application, JdbcClient.create(database.dataSource()));
    }

    <T> T bean(Class<T> type) {
        return application.getBean(type);
    }

    JdbcClient jdbc() {
        return jdbc;
    }

    String origin() {
        return "http://127.0.0.1:" + application.getEnvironment().getRequiredProperty("local.server.port");
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers).build());
    }

    HttpResponse<String> post(String path, String contentType, String body) throws IOException, InterruptedException {
        return send(request(path, "Content-Type", contentType)
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin() + path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofString());
    }

    @Override
    public void close() {
        application.close();
    }
}
