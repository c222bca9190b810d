package io.counterfoil.springmessaging.kafka;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.messaging.inbox.AttemptLog;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.InboxListener;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.springmessaging.OncePerMessage;
import io.counterfoil.testkit.process.KillPoint;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.KafkaListener;

/** An application with a listener of batches, as a process that stays at a step until it is killed. */
@EnableAutoConfiguration
class KilledListener {

    /** Where it stays. */
    enum Step {
        /** In the listener, after the effect of a message. */
        WORKING,
        /** After the commit, before the container's. */
        COMMITTED
    }

    /** Each assignment may deliver a message again, and each kill ends an attempt. */
    private static final int MAX_ATTEMPTS = 1_000;

    private static KillPoint<Step> point = new KillPoint<>(Step.WORKING, Integer.MAX_VALUE);

    private final JdbcClient jdbc;

    KilledListener(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Works until it is killed.
     *
     * @param arguments the database's URL, user and password, the broker, the topic, the step, and at the how-many-th of it to stay
     */
    public static void main(String[] arguments) throws IOException {
        point = new KillPoint<>(Step.valueOf(arguments[5]), Integer.parseInt(arguments[6]));
        SpringApplication application = new SpringApplication(KilledListener.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Map.of(
                "logging.level.root",
                "ERROR",
                "spring.main.banner-mode",
                "off",
                "spring.datasource.url",
                arguments[0],
                "spring.datasource.username",
                arguments[1],
                "spring.datasource.password",
                arguments[2],
                "spring.kafka.bootstrap-servers",
                arguments[3],
                "spring.kafka.consumer.auto-offset-reset",
                "earliest",
                "spring.kafka.consumer.properties.session.timeout.ms",
                "1000",
                "spring.kafka.consumer.heartbeat-interval",
                "200ms",
                "killed.topic",
                arguments[4]));
        application.run();
        KillPoint.endWithTheParent();
    }

    @Bean
    static Inbox inbox(ClaimStore store, AttemptLog attempts) {
        return Inbox.builder(Idempotency.on(store))
                .attempts(attempts)
                .maxAttempts(MAX_ATTEMPTS)
                .listener(new InboxListener() {
                    @Override
                    public void processed(MessageKey key) {
                        point.at(Step.COMMITTED);
                    }
                })
                .build();
    }

    @OncePerMessage("billing")
    @KafkaListener(topics = "${killed.topic}", groupId = "${killed.topic}", batch = "true")
    void receive(List<String> texts) {
        for (String text : texts) {
            jdbc.sql("INSERT INTO effect VALUES (?, txid_current())")
                    .param(text)
                    .update();
            point.at(Step.WORKING);
        }
    }
}
