package io.counterfoil.springmessaging.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.kafka.KafkaPublisher;
import io.counterfoil.kafka.internal.KafkaDeadLetters;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.testkit.broker.PrivateKafka;
import io.counterfoil.testkit.messaging.Collected;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContext;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/** What becomes of deliveries in Spring's containers, settled or not; each test has a topic of one partition. */
@Timeout(600)
@Tag("SG-5")
class SpringKafkaDeliveryTest {

    private static final long LIMIT_SECONDS = 300;

    private static PrivateKafka kafka;

    private ApplicationContextRunner runner = new ApplicationContextRunner();

    @BeforeAll
    static void start() {
        kafka = SharedKafka.get();
    }

    @BeforeEach
    void application() {
        runner = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(KafkaAutoConfiguration.class, CounterfoilKafkaAutoConfiguration.class))
                .withInitializer(TestPropertyValues.of(SharedKafka.PATIENT)::applyTo)
                .withPropertyValues(
                        "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(), "spring.kafka.producer.acks=all");
    }

    private static String topic() {
        String topic = "counterfoil." + UUID.randomUUID();
        kafka.createTopics(1, topic);
        return topic;
    }

    @Test
    void unsettledDelivery_isRedelivered_acceptedOneIsNot() {
        runner.run(context -> {
            ReceiverContainers containers = context.getBean(ReceiverContainers.class);
            String group = "settling-" + UUID.randomUUID();
            String first = UUID.randomUUID().toString();
            String second = UUID.randomUUID().toString();
            String topic = topic();
            publish(context, topic, first);
            publish(context, topic, second);

            Collected collected = new Collected();
            try (Running running = new Running(containers.container(group, collected, topic))) {
                Delivery delivery = collected.next();
                assertThat(text(delivery)).isEqualTo(first);
                delivery.accept();
                assertThat(text(collected.next())).isEqualTo(second);
                assertThat(running).isNotNull();
            }
            Collected next = new Collected();
            try (Running running = new Running(containers.container(group, next, topic))) {
                Delivery again = next.next();
                assertThat(text(again)).isEqualTo(second);
                assertThat(again.isMaybeRedelivered()).isTrue();
                again.accept();
                assertThat(running).isNotNull();
            }
            Collected last = new Collected();
            try (Running running = new Running(containers.container(group, last, topic))) {
                String third = UUID.randomUUID().toString();
                publish(context, topic, third);
                Delivery fresh = last.next();
                assertThat(text(fresh)).isEqualTo(third);
                fresh.accept();
                assertThat(running).isNotNull();
            }
        });
    }

    @Test
    void rejectedDelivery_whoseDeadLetterFails_isRedelivered() {
        runner.run(context -> {
            String topic = topic();
            publish(context, topic, "one");
            Map<String, Object> hasty = Map.of("bootstrap.servers", kafka.bootstrapServers(), "max.block.ms", 200);
            try (KafkaDeadLetters letters = KafkaDeadLetters.of(hasty, name -> name + ".dead", Duration.ofSeconds(1))) {
                ReceiverContainers containers =
                        new ReceiverContainers(context.getBean(ConcurrentKafkaListenerContainerFactory.class), letters);
                for (int i = 0; i < 2; i++) {
                    Collected collected = new Collected();
                    try (Running running = new Running(containers.container("group-" + topic, collected, topic))) {
                        collected.next().reject("no");
                        Delivery again = collected.next();
                        assertThat(text(again)).isEqualTo("one");
                        assertThat(again.isMaybeRedelivered()).isTrue();
                        assertThat(running).isNotNull();
                    }
                }
            }
        });
    }

    private static void publish(ApplicationContext context, String topic, String text) throws Exception {
        context.getBean(KafkaPublisher.class)
                .publish(Message.of(topic.replace("counterfoil.", ""), text.getBytes(UTF_8))
                        .withKey("key"))
                .toCompletableFuture()
                .get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void receiverThrowingErrors_getsARedelivery_containerContinues() {
        runner.run(context -> {
            String topic = topic();
            publish(context, topic, "one");
            AtomicInteger calls = new AtomicInteger();
            Collected collected = new Collected();
            // In the container's thread, and in that of what is delivered again.
            Receiver receiver = delivery -> {
                if (calls.incrementAndGet() < 3) {
                    throw new AssertionError("an error, twice");
                }
                collected.receive(delivery);
            };
            ReceiverContainers containers = context.getBean(ReceiverContainers.class);
            try (Running running = new Running(containers.container("group-" + topic, receiver, topic))) {
                Delivery third = collected.next();
                third.accept();
                publish(context, topic, "two");

                assertThat(text(third)).isEqualTo("one");
                assertThat(text(collected.next())).isEqualTo("two");
                assertThat(running).isNotNull();
            }
        });
    }

    /** Which has one thread on two processors, and belongs to the application. */
    @Test
    @Tag("jdk21")
    void returnedDelivery_isRedelivered_withTheCommonPoolOccupied() {
        CountDownLatch release = new CountDownLatch(1);
        List<ForkJoinTask<?>> occupying = IntStream.range(0, ForkJoinPool.getCommonPoolParallelism())
                .<ForkJoinTask<?>>mapToObj(i -> ForkJoinPool.commonPool().submit(() -> {
                    release.await();
                    return i;
                }))
                .toList();
        try {
            runner.run(context -> {
                String topic = topic();
                publish(context, topic, "one");
                Collected collected = new Collected();
                ReceiverContainers containers = context.getBean(ReceiverContainers.class);
                try (Running running = new Running(containers.container("group-" + topic, collected, topic))) {
                    collected.next().giveBack();

                    Delivery again = collected.next();
                    assertThat(text(again)).isEqualTo("one");
                    again.accept();
                    assertThat(running).isNotNull();
                }
            });
        } finally {
            release.countDown();
            occupying.forEach(ForkJoinTask::join);
        }
    }

    private static String text(Delivery delivery) {
        return new String(delivery.message().body(), UTF_8);
    }

    /** A container from its start to its stop, at which it commits what is acknowledged. */
    private record Running(ConcurrentMessageListenerContainer<?, ?> container) implements AutoCloseable {

        Running {
            container.start();
        }

        @Override
        public void close() {
            container.stop();
        }
    }
}
