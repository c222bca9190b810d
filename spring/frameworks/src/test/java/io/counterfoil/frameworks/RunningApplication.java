package io.counterfoil.frameworks;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** The application on a PostgreSQL of its own, with questions to both. */
final class RunningApplication implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final JdbcClient jdbc;
    private final HttpClient client = HttpClient.newHttpClient();

    private RunningApplication(ConfigurableApplicationContext context, JdbcClient jdbc) {
        this.context = context;
        this.jdbc = jdbc;
    }

    static RunningApplication start(String... properties) {
        Database database = TestPostgres.freshDatabase();
        JdbcClient jdbc = JdbcClient.create(database.dataSource());
        jdbc.sql("CREATE TABLE note (what varchar(100) NOT NULL)").update();
        new ResourceDatabasePopulator(
                        new ClassPathResource("org/springframework/integration/jdbc/schema-postgresql.sql"))
                .execute(database.dataSource());
        Map<String, Object> settings = Map.ofEntries(
                Map.entry("server.port", "0"),
                Map.entry("server.address", "127.0.0.1"),
                Map.entry("spring.datasource.url", database.jdbcUrl()),
                Map.entry("spring.datasource.username", database.user()),
                Map.entry("spring.datasource.password", database.password()),
                Map.entry("spring.batch.job.enabled", "false"),
                Map.entry("spring.batch.jdbc.initialize-schema", "always"),
                Map.entry("spring.session.jdbc.initialize-schema", "always"),
                Map.entry("spring.session.jdbc.flush-mode", "immediate"),
                Map.entry("spring.modulith.events.jdbc.schema-initialization.enabled", "true"),
                Map.entry("spring.main.banner-mode", "off"),
                Map.entry("logging.level.root", "ERROR"));
        ConfigurableApplicationContext context = new SpringApplicationBuilder(FrameworksApplication.class)
                .registerShutdownHook(false)
                .initializers(fresh -> fresh.getBeanFactory().registerSingleton("committed", new Committed(jdbc)))
                .properties(settings)
                .run(properties);
        return new RunningApplication(context, jdbc);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    HttpResponse<String> post(String path, String key) throws IOException, InterruptedException {
        return send(request(path).header("Idempotency-Key", key));
    }

    HttpResponse<String> postWithoutAKey(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    private HttpRequest.Builder request(String path) {
        String origin = "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create(origin + path)).POST(BodyPublishers.noBody());
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /** How many rows a query counts that has this value. */
    long count(String from, String value) {
        return jdbc.sql("SELECT count(*) FROM " + from)
                .param(value)
                .query(Long.class)
                .single();
    }

    long notes(String what) {
        return count("note WHERE what = ?", what);
    }

    @Override
    public void close() {
        context.close();
    }
}
