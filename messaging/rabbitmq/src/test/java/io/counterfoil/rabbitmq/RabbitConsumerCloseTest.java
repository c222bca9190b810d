package io.counterfoil.rabbitmq;

import static io.counterfoil.rabbitmq.TestQueue.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.ConnectionFactory;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.testkit.messaging.Collected;
import io.counterfoil.testkit.thread.TestThreads;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a consumer's close waits for. */
@Tag("SG-5")
class RabbitConsumerCloseTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);
    private final TestThreads threads = new TestThreads();
    private final TestQueue queue;

    RabbitConsumerCloseTest() throws Exception {
        queue = TestQueue.declare();
    }

    @AfterEach
    void stop() throws Exception {
        free.countDown();
        queue.close();
        threads.close();
    }

    /** Works until it is freed, and settles then. */
    private void work(Delivery delivery, Consumer<Delivery> settle) {
        begun.countDown();
        await(free);
        settle.accept(delivery);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(Broker.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("nobody interrupts", interrupted);
        }
    }

    private CompletableFuture<Void> closing(RabbitConsumer consumer) throws Exception {
        CompletableFuture<Void> closing = CompletableFuture.runAsync(consumer::close, threads);
        awaitConsumers(0);
        assertThatThrownBy(() -> closing.get(200, TimeUnit.MILLISECONDS))
                .as("does not wait")
                .isInstanceOf(TimeoutException.class);
        return closing;
    }

    private void awaitConsumers(long count) throws Exception {
        Awaitility.await(count + " consumers")
                .atMost(Broker.LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> queue.channel.consumerCount(queue.name) == count);
    }

    private static void ended(CompletableFuture<Void> closing) throws Exception {
        closing.get(Broker.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void close_awaitsTheRunningReceiver_whichMayStillAccept() throws Exception {
        RabbitConsumer consumer =
                queue.start(queue.consumer().closeLimit(LONG), delivery -> work(delivery, Delivery::accept));
        queue.publish("one", "key");
        await(begun);
        CompletableFuture<Void> closing = closing(consumer);

        free.countDown();

        ended(closing);
        queue.assertNothingIsLeft();
    }

    @Test
    @Tag("SG-1")
    void close_awaitsTheRunningReceiver_whichMayStillReject() throws Exception {
        RabbitConsumer consumer = queue.start(
                queue.consumer().closeLimit(LONG), delivery -> work(delivery, rejected -> rejected.reject("no good")));
        queue.publish("bad", "key");
        await(begun);
        CompletableFuture<Void> closing = closing(consumer);

        free.countDown();

        ended(closing);
        assertThat(queue.deadLetter().getBody()).asString(UTF_8).isEqualTo("bad");
        queue.assertNothingIsLeft();
    }

    @Test
    void close_whileAReceiverRuns_startsNoFurtherDelivery() throws Exception {
        Collected first = new Collected();
        RabbitConsumer consumer = queue.start(queue.consumer().threads(1).closeLimit(LONG), delivery -> {
            first.receive(delivery);
            work(delivery, Delivery::accept);
        });
        queue.publish("runs", "key-1");
        await(begun);
        queue.publish("waits", "key-2");
        CompletableFuture<Void> closing = closing(consumer);
        Collected second = new Collected();
        queue.start(queue.consumer(), second);

        queue.publish("new", "key-3");
        assertThat(text(second.next())).isEqualTo("new");
        free.countDown();
        ended(closing);

        assertThat(text(second.next())).isEqualTo("waits");
        assertThat(text(first.next())).isEqualTo("runs");
        first.assertQuiet();
        second.assertQuiet();
    }

    @Test
    void close_pastItsLimit_leavesTheMessageToTheNextConsumer() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        RabbitConsumer consumer = queue.start(queue.consumer().closeLimit(Duration.ZERO), delivery -> {
            work(delivery, Delivery::accept);
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        queue.publish("one", "key");
        await(begun);

        consumer.close();

        Collected next = new Collected();
        queue.start(queue.consumer(), next);
        Delivery again = next.next();
        assertThat(text(again)).isEqualTo("one");
        assertThat(again.isMaybeRedelivered()).isTrue();
        free.countDown();
        assertThat(interrupted.get(Broker.LIMIT.toSeconds(), TimeUnit.SECONDS)).isFalse();
        again.accept();
    }

    @Test
    void close_byAReceiver_doesNotWaitForIt() throws Exception {
        CompletableFuture<RabbitConsumer> itself = new CompletableFuture<>();
        CompletableFuture<Void> closed = new CompletableFuture<>();
        itself.complete(queue.start(queue.consumer().closeLimit(LONG), delivery -> {
            itself.orTimeout(Broker.LIMIT.toSeconds(), TimeUnit.SECONDS).join().close();
            delivery.accept();
            closed.complete(null);
        }));
        queue.publish("one", "key");

        ended(closed);

        Collected next = new Collected();
        queue.start(queue.consumer(), next);
        assertThat(text(next.next())).isEqualTo("one");
    }

    @Test
    void close_whenInterrupted_returnsAtOnceStillInterrupted() throws Exception {
        RabbitConsumer consumer =
                queue.start(queue.consumer().closeLimit(LONG), delivery -> work(delivery, Delivery::accept));
        queue.publish("one", "key");
        await(begun);
        CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
        Thread closing = new Thread(() -> {
            Thread.currentThread().interrupt();
            consumer.close();
            stillInterrupted.complete(Thread.currentThread().isInterrupted());
        });

        closing.start();

        assertThat(stillInterrupted.get(Broker.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        Collected next = new Collected();
        queue.start(queue.consumer(), next);
        assertThat(text(next.next())).isEqualTo("one");
    }

    @Test
    void close_leavesNoConnection() throws Exception {
        BlockingQueue<Socket> sockets = new LinkedBlockingQueue<>();
        ConnectionFactory factory = Broker.factory();
        factory.setSocketConfigurator(sockets::add);
        RabbitConsumer consumer = queue.start(
                RabbitConsumer.builder(factory).queue(queue.name).bind(queue.topic),
                delivery -> delivery.reject("no good"));
        queue.publish("bad", "key");
        queue.deadLetter();

        consumer.close();

        assertThat(sockets).as("one to consume, one for dead letters").hasSize(2);
        Awaitility.await("closed sockets")
                .atMost(Broker.LIMIT)
                .until(() -> sockets.stream().allMatch(Socket::isClosed));
    }

    @Test
    void limitThatIsNegative_isRefused() {
        assertThatThrownBy(() -> queue.consumer().closeLimit(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT-0.001S");
    }
}
