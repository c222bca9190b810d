package io.counterfoil.testkit.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.deadletter.DeadLetter;
import io.counterfoil.messaging.deadletter.DeadLetterBroker;
import io.counterfoil.messaging.deadletter.DeadLetterDecision;
import io.counterfoil.messaging.deadletter.DeadLetterException;
import io.counterfoil.messaging.deadletter.DeadLetterResult;
import io.counterfoil.messaging.deadletter.DeadLetters;
import io.counterfoil.messaging.inbox.MessageKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of dead letters that an operator requeues or discards. Extended by {@link MessagingContract}. */
@Tag("SG-5")
@Tag("CN-6")
public abstract class DeadLetterContract extends BatchContract {

    private static final DeadLetterDecision DECISION = new DeadLetterDecision("alice", "the supplier is back");

    /** What the handler has processed. */
    private final BlockingQueue<Message> processed = new LinkedBlockingQueue<>();

    private volatile boolean broken = true;

    private static String topic(ControllersUnderTest world) {
        return "signal.dead." + world.swarm + ".role.one";
    }

    private static MessageKey key(String id) {
        return MessageKey.of("billing", id);
    }

    /** Starts a consumer whose handler fails while it is broken, and has messages become dead letters, one after the other. */
    private void kill(ControllersUnderTest world, List<String> ids) throws Exception {
        world.messages(topic(world), message -> {
            if (broken) {
                throw new IllegalStateException("the supplier is away");
            }
            world.execute("INSERT INTO effect (type, key, runs) VALUES ('message', '"
                    + message.id().orElseThrow() + "', 1)");
            processed.add(message);
        });
        for (int i = 0; i < ids.size(); i++) {
            publish(world, ids.get(i));
            awaitDeadLetters(world, i + 1);
        }
    }

    private void publish(ControllersUnderTest world, String id) throws Exception {
        Message message = Message.of(topic(world), id.getBytes(UTF_8))
                .withId(id)
                .withKey("key")
                .withContentType("text/plain")
                .withHeader("colour", "blue");
        broker().publisher().publish(message).toCompletableFuture().get(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private static List<DeadLetter> awaitDeadLetters(ControllersUnderTest world, int count) {
        Instant deadline = Instant.now().plusSeconds(Collected.LIMIT_SECONDS);
        List<DeadLetter> letters = list(world);
        while (letters.size() < count) {
            assertThat(Instant.now()).as("%s dead letters", count).isBefore(deadline);
            Thread.onSpinWait();
            letters = list(world);
        }
        assertThat(letters).hasSize(count);
        return letters;
    }

    private static List<DeadLetter> list(ControllersUnderTest world) {
        return world.failedMessages().deadLetters(Optional.empty(), 100).items();
    }

    private DeadLetters letters(ControllersUnderTest world) throws Exception {
        return new DeadLetters(world.failedMessages(), List.of(broker().deadLetters()));
    }

    /** A dead letter is listed before it has arrived at the broker. */
    private static DeadLetterResult requeue(DeadLetters letters, String id) {
        Instant deadline = Instant.now().plusSeconds(Collected.LIMIT_SECONDS);
        DeadLetterResult result = letters.requeue(key(id), DECISION);
        while (result == DeadLetterResult.MISSING) {
            assertThat(Instant.now()).as("the dead letter %s", id).isBefore(deadline);
            result = letters.requeue(key(id), DECISION);
        }
        return result;
    }

    private Message nextProcessed() throws InterruptedException {
        Message next = processed.poll(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(next).as("a message that was processed").isNotNull();
        return next;
    }

    @Test
    void deadLetter_isListed_withItsReasonAndOrigin() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            kill(world, List.of("m"));

            DeadLetter letter = awaitDeadLetters(world, 1).get(0);
            assertThat(letter.key()).isEqualTo(key("m"));
            assertThat(letter.attempts()).isEqualTo(ControllersUnderTest.MAX_ATTEMPTS);
            assertThat(letter.reason()).contains("3 times", "the supplier is away");
            assertThat(letter.origin()).map(broker().deadLetters()::serves).contains(true);
        }
    }

    @Test
    void requeuedMessage_isProcessedOnce_asItWasSent() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            kill(world, List.of("m"));
            broken = false;

            assertThat(requeue(letters(world), "m")).isEqualTo(DeadLetterResult.REQUEUED);

            Message message = nextProcessed();
            assertThat(message.topic()).isEqualTo(topic(world));
            assertThat(message.body()).asString(UTF_8).isEqualTo("m");
            assertThat(message.id()).contains("m");
            assertThat(message.key()).contains("key");
            assertThat(message.contentType()).contains("text/plain");
            assertThat(message.headers())
                    .containsEntry("colour", "blue")
                    .doesNotContainKeys(Delivery.REASON, Delivery.TOPIC);
            world.awaitEffects("message", "m", 1);
            awaitDeadLetters(world, 0);
        }
    }

    @Test
    void requeue_pressedTwice_processesOnce() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            kill(world, List.of("m", "n"));
            broken = false;
            requeue(letters(world), "m");

            assertThat(letters(world).requeue(key("m"), DECISION)).isEqualTo(DeadLetterResult.NOT_FOUND);

            requeue(letters(world), "n");
            nextProcessed();
            nextProcessed();
            world.awaitEffects("message", "m", 1);
            world.awaitEffects("message", "n", 1);
        }
    }

    /** As when the process fails between the broker's confirm and the commit. */
    @Test
    void requeueThatWasNotRecorded_repeated_processesOnce() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            kill(world, List.of("m"));
            broken = false;
            DeadLetters interrupted = new DeadLetters(world.failedMessages(), List.of(failing(broker().deadLetters())));
            assertThatThrownBy(() -> requeue(interrupted, "m")).isInstanceOf(DeadLetterException.class);
            nextProcessed();

            DeadLetterResult again = letters(world).requeue(key("m"), DECISION);

            assertThat(again).isIn(DeadLetterResult.REQUEUED, DeadLetterResult.MISSING);
            publish(world, "after");
            nextProcessed();
            world.awaitEffects("message", "m", 1);
        }
    }

    /** Its requeue fails after the fact. */
    private static DeadLetterBroker failing(DeadLetterBroker broker) {
        return new DeadLetterBroker() {
            @Override
            public boolean serves(MessageOrigin origin) {
                return broker.serves(origin);
            }

            @Override
            public boolean requeue(MessageOrigin origin) {
                if (!broker.requeue(origin)) {
                    return false;
                }
                throw new DeadLetterException("the process fails");
            }

            @Override
            public boolean discard(MessageOrigin origin) {
                return broker.discard(origin);
            }
        };
    }

    @Test
    void requeueOfOne_leavesTheOthers() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            kill(world, List.of("l", "m", "n"));
            broken = false;

            requeue(letters(world), "n");

            assertThat(nextProcessed().id()).contains("n");
            assertThat(awaitDeadLetters(world, 2)).extracting(DeadLetter::key).containsExactly(key("l"), key("m"));
            assertThat(requeue(letters(world), "m")).isEqualTo(DeadLetterResult.REQUEUED);
            assertThat(requeue(letters(world), "l")).isEqualTo(DeadLetterResult.REQUEUED);
            assertThat(List.of(nextProcessed().id(), nextProcessed().id()))
                    .containsExactlyInAnyOrder(Optional.of("l"), Optional.of("m"));
        }
    }

    @Test
    void requeuedMessage_thatFailsAgain_hasAllItsAttempts() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            kill(world, List.of("m"));
            Instant first = awaitDeadLetters(world, 1).get(0).rejectedAt();

            requeue(letters(world), "m");

            DeadLetter again = awaitDeadLetters(world, 1).get(0);
            assertThat(again.rejectedAt()).isAfter(first);
            assertThat(again.attempts()).isEqualTo(ControllersUnderTest.MAX_ATTEMPTS);
        }
    }

    @Test
    void discardedDeadLetter_cannotBeRequeued() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            kill(world, List.of("m"));
            broken = false;

            assertThat(letters(world).discard(key("m"), DECISION).isSettled()).isTrue();

            assertThat(letters(world).requeue(key("m"), DECISION)).isEqualTo(DeadLetterResult.NOT_FOUND);
            publish(world, "after");
            assertThat(nextProcessed().id()).contains("after");
        }
    }
}
