package io.counterfoil.samples.controlplane.orchestrator;

import com.rabbitmq.client.ConnectionFactory;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.rabbitmq.RabbitConsumer;
import io.counterfoil.rabbitmq.RabbitPublisher;
import io.counterfoil.rabbitmq.RabbitTopology;
import io.counterfoil.retry.journal.FileJournal;
import io.counterfoil.samples.controlplane.Amqp;
import io.counterfoil.signals.caller.Caller;
import io.counterfoil.signals.receiver.EnvelopeReceiver;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The orchestrator's end of the broker. */
@Configuration(proxyBeanMethods = false)
class OrchestratorConfiguration {

    /** How long the publisher waits for a confirm. */
    static final String CONFIRM_LIMIT = "${control-plane.confirm-limit:3s}";

    private static final String ORIGIN = "orchestrator-1";
    private static final String OUTCOMES = "orchestrator-outcomes";
    private static final String EVENTS = "orchestrator-events";

    @Bean
    InstantSource clock() {
        return InstantSource.system();
    }

    /** Before any controller is started: they share them. */
    @Bean
    @DependsOnDatabaseInitialization
    InitializingBean messagingTables(DataSource dataSource) {
        return () -> JdbcOutbox.SCHEMA.create(dataSource);
    }

    @Bean
    ConnectionFactory connectionFactory(@Value("${control-plane.broker}") String broker) {
        return Amqp.factory(URI.create(broker));
    }

    @Bean
    RabbitPublisher publisher(ConnectionFactory broker, @Value(CONFIRM_LIMIT) Duration confirmLimit) {
        return RabbitPublisher.of(broker, RabbitTopology.DEFAULT, confirmLimit);
    }

    @Bean
    FileJournal journal(@Value("${control-plane.journal}") Path directory) {
        return FileJournal.of(directory);
    }

    @Bean
    Caller caller(RabbitPublisher publisher, FileJournal journal) {
        return Caller.builder(publisher)
                .origin(ORIGIN)
                .journal(journal)
                .policy(Dispatcher.POLICY)
                .build();
    }

    @Bean
    RabbitConsumer outcomes(ConnectionFactory broker, Caller caller, History history, Changes changes) {
        return RabbitConsumer.builder(broker)
                .queue(OUTCOMES)
                .bind("event.outcome.#")
                .start(EnvelopeReceiver.of(new OutcomeListener(history, changes, caller)));
    }

    @Bean
    RabbitConsumer alertsAndMetrics(ConnectionFactory broker, Events events) {
        return RabbitConsumer.builder(broker)
                .queue(EVENTS)
                .bind("event.alert.#", "event.metric.#")
                .start(EnvelopeReceiver.of(events));
    }
}
