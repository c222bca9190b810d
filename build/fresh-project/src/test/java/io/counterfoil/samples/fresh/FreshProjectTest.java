package io.counterfoil.samples.fresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.packed.PublishedModules;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What the README promises: a Spring Boot project becomes idempotent by one dependency, and knows typed ids by another. Built by Maven, run as a jar. */
@Timeout(60 * 60)
@ResourceLock(MavenProject.LOCK)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Maven is started by its shell script")
class FreshProjectTest {

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    @Tag("RQ-1")
    @Tag("RQ-7")
    @Tag("RQ-8")
    @Tag("TI-6")
    void springBootProject_withTheStarter_becomesIdempotent(@TempDir Path temp) throws Exception {
        Database database = TestPostgres.freshDatabase();
        PublishedModules modules = PublishedModules.layOut(temp.resolve("repository"));
        FreshProject project = new FreshProject(Files.createDirectories(temp.resolve("booking")), modules);

        project.build();
        try (FreshProject.Running service = project.run(database)) {
            assertThat(book(service.uri("/bookings")).statusCode()).isEqualTo(201);
            assertThat(book(service.uri("/bookings")).statusCode()).isEqualTo(201);
        }
        assertThat(bookings(database))
                .as("without the starter a retry books again")
                .isEqualTo(2);

        project.addStarter();
        project.addTypedIds();
        project.build();
        try (FreshProject.Running service = project.run(database)) {
            HttpResponse<String> first = book(service.uri("/bookings"));
            HttpResponse<String> retry = book(service.uri("/bookings"));

            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(first.headers().firstValue("Idempotency-Replayed")).contains("false");
            assertThat(retry.statusCode()).isEqualTo(201);
            assertThat(retry.headers().firstValue("Idempotency-Replayed")).contains("true");
            assertThat(retry.body()).isEqualTo(first.body()).contains("\"id\":3");
            typedIds_areTextsInJson_andIdentifiersOfEntities(service);
        }
        assertThat(bookings(database)).as("with the starter it does not").isEqualTo(3);
    }

    private void typedIds_areTextsInJson_andIdentifiersOfEntities(FreshProject.Running service) throws Exception {
        HttpResponse<String> first = book(service.uri("/reservations"));
        HttpResponse<String> retry = book(service.uri("/reservations"));

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body()).matches("\\{\"id\":\"rsv_[0-9a-z]{25}\",\"id2\":\"rsv_[0-9a-z]{25}\"}");
        assertThat(retry.body()).isEqualTo(first.body());
        String id = first.body().substring(7, 36);
        HttpResponse<String> found = client.send(
                HttpRequest.newBuilder(service.uri("/reservations/" + id)).build(), BodyHandlers.ofString());
        assertThat(found.body()).isEqualTo("12A");
    }

    private HttpResponse<String> book(URI bookings) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(bookings)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "\"8e03978e-40d5-43dd-bc93-6894a57f9324\"")
                .POST(BodyPublishers.ofString("{\"seat\":\"12A\"}"))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static long bookings(Database database) throws Exception {
        try (Connection connection = database.dataSource().getConnection();
                ResultSet rows = connection.createStatement().executeQuery("SELECT count(*) FROM booking")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
