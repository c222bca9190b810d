package com.example.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The application over HTTP with a real PostgreSQL; what it publishes goes to the test in place of a broker. */
@Timeout(600)
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"server.address=127.0.0.1", "spring.rabbitmq.listener.simple.auto-startup=false"})
class OrdersTest {

    @TestConfiguration(proxyBeanMethods = false)
    static class Servers {

        @Bean
        EmbeddedPostgres postgres() throws IOException {
            return EmbeddedPostgres.start();
        }

        @Bean
        DataSource dataSource(EmbeddedPostgres postgres) {
            return postgres.getPostgresDatabase();
        }

        @Bean
        Queue<Message> published() {
            return new ConcurrentLinkedQueue<>();
        }

        @Bean
        @Primary
        Publisher publisher(Queue<Message> published) {
            return message -> {
                published.add(message);
                return CompletableFuture.completedFuture(null);
            };
        }
    }

    @LocalServerPort
    private int port;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private Queue<Message> published;

    @Test
    @Tag("RQ-7")
    void retriedRequest_placesOneOrder_andPublishesOneMessage() throws Exception {
        String key = UUID.randomUUID().toString();
        HttpResponse<String> first = place(key, "{\"book\": \"Erewhon\", \"copies\": 2}");
        HttpResponse<String> retry = place(key, "{\"book\": \"Erewhon\", \"copies\": 2}");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.headers().firstValue("Idempotency-Replayed")).contains("false");
        assertThat(retry.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(retry.body()).isEqualTo(first.body()).contains("\"id\":\"ord_");
        assertThat(count("SELECT count(*) FROM book_order WHERE book = 'Erewhon'"))
                .isOne();
        await().atMost(Duration.ofMinutes(5)).until(() -> messagesAbout(first.body()) == 1);
    }

    @Test
    @Tag("RQ-2")
    @Tag("RQ-11")
    void requestWithoutAKey_andAnotherOrderUnderAUsedKey_areRejected() throws Exception {
        String key = UUID.randomUUID().toString();
        assertThat(place(key, "{\"book\": \"Emma\", \"copies\": 1}").statusCode())
                .isEqualTo(201);
        assertThat(place(key, "{\"book\": \"Emma\", \"copies\": 9}").statusCode())
                .isEqualTo(422);
        assertThat(place(null, "{\"book\": \"Emma\", \"copies\": 1}").statusCode())
                .isEqualTo(400);
    }

    private HttpResponse<String> place(@Nullable String key, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/orders"))
                .timeout(Duration.ofMinutes(2))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (key != null) {
            request.header("Idempotency-Key", '"' + key + '"');
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private long messagesAbout(String order) {
        return published.stream()
                .filter(message -> order.contains(new String(message.body(), UTF_8)))
                .count();
    }

    private long count(String query) {
        return sql.sql(query).query(Long.class).single();
    }
}
