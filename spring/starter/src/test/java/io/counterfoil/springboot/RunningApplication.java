package io.counterfoil.springboot;

import io.counterfoil.application.TestApplication;
import io.counterfoil.testkit.database.Database;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The sample application, on a free port and a database with an empty table of bookings. */
final class RunningApplication extends TestApplication {

    private RunningApplication(Database database, List<Class<?>> sources, String... properties) {
        // Spring Security is on the class path of these tests; this application says nothing of it.
        super(database, sources, Map.of("counterfoil.client", "header"), properties);
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
        return new RunningApplication(database, sources, properties);
    }

    long bookings() {
        return jdbc().sql("SELECT count(*) FROM booking").query(Long.class).single();
    }

    /** A number from the one record of this request ID. */
    long record(String expression, String requestId) {
        return record(expression, requestId, Long.class);
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
        String[] all = Stream.concat(Stream.of("Idempotency-Key", requestId), Stream.of(headers))
                .toArray(String[]::new);
        return send("POST", path, body, all);
    }
}
