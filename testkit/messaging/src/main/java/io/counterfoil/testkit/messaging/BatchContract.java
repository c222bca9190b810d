package io.counterfoil.testkit.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.inbox.MessageHandler;
import io.counterfoil.messaging.inbox.MessageKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of messages that wait in the consumer and are handed to the inbox together. Extended by {@link MessagingContract}. */
@Tag("SG-5")
public abstract class BatchContract extends DeliveryContract {

    private static final int WAITING = 20;

    private CountDownLatch begun = new CountDownLatch(1);
    private CountDownLatch free = new CountDownLatch(1);

    /** What handlers have seen. */
    private final BlockingQueue<Handled> handled = new LinkedBlockingQueue<>();

    private record Handled(String id, String transaction, String correlationId) {}

    abstract ControllersUnderTest controllers() throws Exception;

    private static String topic(ControllersUnderTest world) {
        return "signal.batch." + world.swarm + ".role.one";
    }

    private static List<String> waiting() {
        return IntStream.range(0, WAITING).mapToObj(i -> "m" + i).toList();
    }

    private static List<String> firstAndWaiting() {
        return Stream.concat(Stream.of("first"), waiting().stream()).toList();
    }

    /** Starts a consumer that waits in the first message, and notes each with its transaction. */
    private void consume(ControllersUnderTest world, MessageHandler more) throws Exception {
        world.messages(topic(world), message -> {
            String id = message.id().orElseThrow();
            if (id.startsWith("first")) {
                begun.countDown();
                assertThat(free.await(Collected.LIMIT_SECONDS, TimeUnit.SECONDS))
                        .isTrue();
            }
            world.execute("INSERT INTO effect (type, key, runs) VALUES ('message', '" + id + "', 1)");
            handled.add(new Handled(
                    id,
                    world.text("SELECT txid_current()"),
                    Correlation.current().map(CorrelationId::value).orElse("none")));
            more.handle(message);
        });
    }

    /** Publishes the others of its key while the first message is processed, so that they wait for its end. */
    private void process(ControllersUnderTest world, String first, List<String> others) throws Exception {
        begun = new CountDownLatch(1);
        free = new CountDownLatch(1);
        try {
            publish(world, first);
            assertThat(begun.await(Collected.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            for (String id : others) {
                publish(world, id);
            }
        } finally {
            free.countDown();
        }
    }

    private void publish(ControllersUnderTest world, String id) throws Exception {
        Message message = Message.of(topic(world), id.getBytes(UTF_8))
                .withId(id)
                .withCorrelationId("c-" + id)
                .withKey("key");
        broker().publisher().publish(message).toCompletableFuture().get(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private List<Handled> handled(int count) throws InterruptedException {
        List<Handled> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Handled next = handled.poll(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("message %s of %s", i + 1, count).isNotNull();
            all.add(next);
        }
        return all;
    }

    /** How many come before the first ends is up to the broker, so this is repeated. */
    @Test
    void waitingMessages_shareTransactions() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            consume(world, message -> {});
            Instant deadline = Instant.now().plusSeconds(Collected.LIMIT_SECONDS);
            boolean shared = false;
            for (int round = 0; !shared; round++) {
                assertThat(Instant.now())
                        .as("messages that share a transaction")
                        .isBefore(deadline);
                String prefix = round + "-";
                process(
                        world,
                        "first-" + round,
                        waiting().stream().map(id -> prefix + id).toList());
                List<Handled> all = handled(1 + WAITING);
                shared = all.stream().map(Handled::transaction).distinct().count() < all.size();
            }
            world.awaitEffects("message", "0-m0", 1);
        }
    }

    @Test
    void waitingMessages_areHandledInTheirOrder_once() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            consume(world, message -> {});
            process(world, "first", waiting());

            assertThat(handled(1 + WAITING)).extracting(Handled::id).containsExactlyElementsOf(firstAndWaiting());
            for (String id : waiting()) {
                world.awaitEffects("message", id, 1);
            }
        }
    }

    @Test
    void failedMessageAmongOthers_isADeadLetter_andOrderHolds() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            consume(world, message -> {
                if (message.id().orElseThrow().equals("m3")) {
                    throw new IllegalStateException("always");
                }
            });
            process(world, "first", waiting());

            Message dead = broker().nextDeadLetter(world.queue);
            List<String> all = handled(WAITING + ControllersUnderTest.MAX_ATTEMPTS).stream()
                    .map(Handled::id)
                    .toList();

            assertThat(dead.id()).contains("m3");
            assertThat(dead.header(Delivery.REASON).orElseThrow())
                    .contains(ControllersUnderTest.MAX_ATTEMPTS + " times")
                    .contains("always");
            assertThat(all.stream().filter(id -> !id.equals("m3")))
                    .containsExactlyElementsOf(firstAndWaiting().stream()
                            .filter(id -> !id.equals("m3"))
                            .toList());
            world.awaitEffects("message", "m4", 1);
            assertThat(world.effects("message", "m3")).isZero();
        }
    }

    @Test
    void duplicatesAmongWaitingMessages_takeEffectOnce() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            consume(world, message -> {});
            process(world, "first", List.of("m0", "m1", "m0", "first", "m1", "last"));

            assertThat(handled(4)).extracting(Handled::id).containsExactlyInAnyOrder("first", "m0", "m1", "last");
            publish(world, "end");
            assertThat(handled(1)).extracting(Handled::id).containsExactly("end");
            world.awaitEffects("message", "end", 1);
            assertThat(world.effects("message", "m0")).isOne();
            assertThat(world.effects("message", "m1")).isOne();
        }
    }

    @Test
    @Tag("CO-3")
    void waitingMessages_areEachHandledUnderAnExtensionOfTheirOwn() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            consume(world, message -> {});
            process(world, "first", waiting());

            assertThat(handled(1 + WAITING))
                    .allSatisfy(each -> assertThat(each.correlationId()).startsWith("c-" + each.id() + "."))
                    .extracting(Handled::correlationId)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void messageInProgressElsewhere_doesNotHoldUpTheOthers() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            KeyedRequest elsewhere = new KeyedRequest(
                    MessageKey.of("billing", "m3").idempotencyKey(), Fingerprint.of(new byte[0]), Optional.empty());
            List<Handled> others = world.store.<List<Handled>, Exception>within(claims -> {
                assertThat(claims.claim(elsewhere)).isInstanceOf(Claim.Acquired.class);
                // In another thread: the handler's transactions are not this one.
                return inAnotherThread(() -> {
                    consume(world, message -> {});
                    process(world, "first", waiting());
                    return handled(WAITING);
                });
            });

            assertThat(others).extracting(Handled::id).doesNotContain("m3");
            assertThat(handled(1)).extracting(Handled::id).containsExactly("m3");
            world.awaitEffects("message", "m3", 1);
        }
    }

    private static <T> T inAnotherThread(Callable<T> task) throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            return thread.submit(task).get(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void cutConnection_whileMessagesWait_losesNoneAndDoublesNone() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            consume(world, message -> {});
            publish(world, "first");
            assertThat(begun.await(Collected.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            for (String id : waiting()) {
                publish(world, id);
            }
            broker().cutConnections();
            free.countDown();

            for (String id : firstAndWaiting()) {
                world.awaitEffects("message", id, 1);
            }
        } finally {
            free.countDown();
        }
    }
}
