package io.counterfoil.operatedapplication;

import io.counterfoil.testkit.database.Database;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An application on a free port and a database, and what a browser would ask of its console. */
public class OperatedApplication implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    /**
     * Starts it.
     *
     * @param sources the application; with {@link SecuredApplication} behind Spring Security
     * @param properties those that it has besides, the last of a name first
     */
    protected OperatedApplication(Database database, List<Class<?>> sources, List<String> properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password()));
        arguments.addAll(properties);
        SpringApplication application = new SpringApplication(sources.toArray(Class<?>[]::new));
        application.setRegisterShutdownHook(false);
        application.setDefaultProperties(Map.of(
                "logging.level.root", "ERROR",
                "spring.datasource.hikari.minimum-idle", "1",
                "counterfoil.purge.interval", "1h"));
        context = application.run(arguments.toArray(String[]::new));
    }

    /** Its bean of this type. */
    public final <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** The address of a path below {@code /counterfoil/}; of a whole path where it begins with a slash. */
    public final URI address(String path) {
        String whole = path.startsWith("/") ? path : "/counterfoil/" + path;
        return URI.create(
                "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port") + whole);
    }

    /** A read by this user, whose password is the same; by nobody where it is empty. */
    public final HttpResponse<String> get(String user, String path, String... headers) throws Exception {
        return as(user, "GET", path, headers);
    }

    /** A request of any method, without a body. */
    public final HttpResponse<String> as(String user, String method, String path, String... headers) throws Exception {
        List<String> all = new ArrayList<>(List.of(headers));
        all.addAll(List.of(authorization(user)));
        return send(method, path, "", all.toArray(String[]::new));
    }

    /** The same, which succeeds. */
    public final JsonNode json(String user, String path) throws Exception {
        HttpResponse<String> response = get(user, path);
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
        return read(response);
    }

    /** The body of a response. */
    public static JsonNode read(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    /** An action as the page does it: with the token of Spring Security, where there is one. */
    public final HttpResponse<String> act(String user, String path, String json) throws Exception {
        return act(user, path, json, "application/json");
    }

    /** The same with a body of this type. */
    public final HttpResponse<String> act(String user, String path, String json, String type) throws Exception {
        List<String> headers = new ArrayList<>(List.of("Content-Type", type, "Counterfoil-Console", "action"));
        HttpResponse<String> session = get(user, "api/session");
        JsonNode csrf = session.statusCode() == 200
                ? read(session).path("csrf")
                : JsonMapper.shared().missingNode();
        if (!csrf.isMissingNode()) {
            headers.addAll(
                    List.of(csrf.get("header").asString(), csrf.get("token").asString()));
        }
        return post(user, path, json, headers.toArray(String[]::new));
    }

    /** An action with these header fields alone. */
    public final HttpResponse<String> post(String user, String path, String body, String... headers) throws Exception {
        List<String> all = new ArrayList<>(List.of(headers));
        all.addAll(List.of(authorization(user)));
        return send("POST", path, body, all.toArray(String[]::new));
    }

    private static String[] authorization(String user) {
        if (user.isEmpty()) {
            return new String[0];
        }
        String basic = Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
        return new String[] {"Authorization", "Basic " + basic};
    }

    /** A request. */
    protected final HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address(path)).method(method, BodyPublishers.ofString(body));
        return browser.send(
                (headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    @Override
    public final void close() {
        context.close();
    }
}
