package com.example.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.broker.PrivateRabbitMq;
import io.counterfoil.testkit.broker.BrokerAssumptions;
import io.counterfoil.testkit.database.TestPostgres;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The whole application over HTTP with a real PostgreSQL and a real RabbitMQ. */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrdersOverABrokerTest {

    private @Nullable PrivateRabbitMq broker;
    private ConfigurableApplicationContext application;

    DataSource dataSource() {
        return TestPostgres.freshDatabase().reusing("test").dataSource();
    }

    @BeforeAll
    void start() {
        BrokerAssumptions.assumeRabbitMq();
        broker = PrivateRabbitMq.start();
        application = new SpringApplicationBuilder(OrdersApplication.class)
                .initializers(context -> context.getBeanFactory().registerSingleton("dataSource", dataSource()))
                .run("--server.port=0", "--server.address=127.0.0.1", "--spring.rabbitmq.addresses=" + broker.uri());
    }

    @AfterAll
    void stop() {
        if (application != null) {
            application.close();
        }
        if (broker != null) {
            broker.close();
        }
    }

    @Test
    @Tag("RQ-7")
    @Tag("SG-5")
    void retriedRequest_andRedeliveredMessage_placeAndShipOneOrder() throws Exception {
        String key = UUID.randomUUID().toString();
        HttpResponse<String> first = place(key, "{\"book\": \"Erewhon\", \"copies\": 2}");
        HttpResponse<String> retry = place(key, "{\"book\": \"Erewhon\", \"copies\": 2}");
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.headers().firstValue("Idempotency-Replayed")).contains("false");
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(retry.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(retry.body()).isEqualTo(first.body()).contains("\"id\":\"ord_");
        assertThat(count("book_order")).isOne();

        await(() -> count("shipment") == 1);
        String order = first.body().replaceAll(".*\"(ord_\\w+)\".*", "$1");
        RabbitTemplate rabbit = bean(RabbitTemplate.class);
        rabbit.send(Shipping.QUEUE, text(order, order));
        // The queue is read in order: when this message has been processed, the one before has been too.
        String last = place(UUID.randomUUID().toString(), "{\"book\": \"Nostromo\", \"copies\": 1}")
                .body()
                .replaceAll(".*\"(ord_\\w+)\".*", "$1");
        await(() -> shipped(last));
        assertThat(count("shipment")).isEqualTo(2);
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
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                        + application.getEnvironment().getProperty("local.server.port") + "/v1/orders"))
                .timeout(Duration.ofMinutes(2))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (key != null) {
            request.header("Idempotency-Key", '"' + key + '"');
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static Message text(String id, String text) {
        return MessageBuilder.withBody(text.getBytes(UTF_8))
                .setMessageId(id)
                .setContentType("text/plain")
                .build();
    }

    private long count(String table) {
        return bean(JdbcClient.class)
                .sql("SELECT count(*) FROM " + table)
                .query(Long.class)
                .single();
    }

    private boolean shipped(String order) {
        return bean(JdbcClient.class)
                .sql("SELECT count(*) = 1 FROM shipment WHERE order_id = ?")
                .param(OrderId.TYPE.parse(order).value())
                .query(Boolean.class)
                .single();
    }

    private <T> T bean(Class<T> type) {
        return application.getBean(type);
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofMinutes(5)).until(condition);
    }
}
