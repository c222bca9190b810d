package io.counterfoil.messaging.outbox;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.messaging.Publisher;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the messages of a page in waves, each with the next message of every key.
 *
 * <p>A broker may end a session over one message, and all that are on their way beside it fail with it. They are then published one by one,
 * which shows the one that is refused. It is published alone from then on, after the others, and does not end their session again. At most
 * {@value #MOST_REFUSALS} refusals are tolerated in a page, and none after a message that fails alone without a refusal: the broker is away
 * then. What was not published by that stays for the next pass. For the relay's thread.
 */
final class PagePublisher implements OutboxSender {

    /** Each costs a session. */
    static final int MOST_REFUSALS = 5;

    /** How many unconfirmed messages of a page are named in the log. */
    private static final int REPORTED = 20;

    /** Beyond that the oldest are forgotten, and found again. */
    private static final int MOST_SUSPECTS = 1_000;

    private static final Duration CONFIRM_LIMIT = Duration.ofSeconds(60);
    private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);

    private final Publisher publisher;
    private final Set<Long> suspects = new LinkedHashSet<>();

    PagePublisher(Publisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public SendResult send(List<StoredMessage> messages) {
        Page page = new Page();
        page.publish(messages);
        report(page.failed);
        return new SendResult(page.confirmed, page.refused);
    }

    private static void report(Map<StoredMessage, String> failed) {
        if (failed.isEmpty()) {
            return;
        }
        Set<CorrelationId> ids = new LinkedHashSet<>();
        failed.keySet().forEach(outgoing -> ids.add(idOf(outgoing.message())));
        Correlation.Scope batch =
                ids.size() == 1 ? Correlation.open(ids.iterator().next()) : Correlation.combine(ids);
        try (batch) {
            String reasons = failed.entrySet().stream()
                    .limit(REPORTED)
                    .map(message -> message.getKey().id() + " (" + message.getValue() + ")")
                    .collect(Collectors.joining(", "));
            LOG.warn(
                    "{} messages of the outbox were not confirmed and remain in it: {}{}",
                    failed.size(),
                    reasons,
                    failed.size() > REPORTED ? ", and others" : "");
        }
    }

    static CorrelationId idOf(Message message) {
        return Correlation.acceptOrFresh(message.correlationId().orElse(null));
    }

    /** The messages of each key; one without a key is a queue of its own. */
    private static List<Deque<StoredMessage>> queues(List<StoredMessage> messages) {
        List<Deque<StoredMessage>> queues = new ArrayList<>();
        Map<String, Deque<StoredMessage>> keyed = new LinkedHashMap<>();
        for (StoredMessage outgoing : messages) {
            Optional<String> key = outgoing.message().key();
            if (key.isPresent()) {
                keyed.computeIfAbsent(key.get(), first -> new ArrayDeque<>()).add(outgoing);
            } else {
                queues.add(new ArrayDeque<>(List.of(outgoing)));
            }
        }
        queues.addAll(keyed.values());
        return queues;
    }

    private CompletableFuture<Void> publish(Message message) {
        Correlation.Scope sender = Correlation.open(idOf(message));
        try (sender) {
            return publisher.publish(message).toCompletableFuture();
        } catch (RuntimeException thrown) {
            return CompletableFuture.failedFuture(thrown);
        }
    }

    private static Result result(CompletableFuture<Void> confirm) {
        try {
            confirm.get(CONFIRM_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return new Confirmed();
        } catch (ExecutionException failure) {
            Throwable cause = failure.getCause();
            boolean refused = cause instanceof PublishException known && known.isRefused();
            return new Failed(String.valueOf(cause), refused);
        } catch (TimeoutException late) {
            return new Failed("no confirmation", false);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Failed("interrupted", false);
        }
    }

    private void suspect(long id) {
        suspects.add(id);
        if (suspects.size() > MOST_SUSPECTS) {
            suspects.remove(suspects.iterator().next());
        }
    }

    private sealed interface Result {}

    private record Confirmed() implements Result {}

    private record Failed(String reason, boolean refused) implements Result {}

    /** One page, and what became of its messages. A queue whose first message was not confirmed is given up for this page. */
    private final class Page {

        private final List<Long> confirmed = new ArrayList<>();
        private final Map<Long, String> refused = new LinkedHashMap<>();
        private final Map<StoredMessage, String> failed = new LinkedHashMap<>();
        private final List<Deque<StoredMessage>> suspected = new ArrayList<>();
        private boolean singly = true;

        void publish(List<StoredMessage> messages) {
            List<Deque<StoredMessage>> queues = queues(messages);
            while (!queues.isEmpty() || !suspected.isEmpty()) {
                if (queues.isEmpty()) {
                    queues = oneByOne(List.copyOf(suspected));
                    suspected.clear();
                } else {
                    queues = wave(queues);
                }
            }
        }

        /** Publishes the first message of each queue; returns the queues that have more. */
        private List<Deque<StoredMessage>> wave(List<Deque<StoredMessage>> queues) {
            List<Deque<StoredMessage>> sent = new ArrayList<>();
            List<CompletableFuture<Void>> confirms = new ArrayList<>();
            for (Deque<StoredMessage> queue : queues) {
                if (suspects.contains(queue.element().id())) {
                    suspected.add(queue);
                } else {
                    sent.add(queue);
                    confirms.add(PagePublisher.this.publish(queue.element().message()));
                }
            }
            List<Deque<StoredMessage>> going = new ArrayList<>();
            Map<Deque<StoredMessage>, Failed> refusals = new LinkedHashMap<>();
            int confirmedBefore = confirmed.size();
            for (int i = 0; i < sent.size(); i++) {
                Deque<StoredMessage> queue = sent.get(i);
                Result result = result(confirms.get(i));
                if (result instanceof Failed failure && failure.refused()) {
                    refusals.put(queue, failure);
                } else {
                    settle(queue, result, going);
                }
            }
            if (refusals.size() == 1 && confirmed.size() - confirmedBefore == sent.size() - 1) {
                refusals.forEach((queue, failure) -> refuse(queue.element(), failure));
            } else {
                going.addAll(oneByOne(refusals.keySet()));
            }
            return going;
        }

        /** The same, one after the other. */
        private List<Deque<StoredMessage>> oneByOne(Collection<Deque<StoredMessage>> queues) {
            List<Deque<StoredMessage>> going = new ArrayList<>();
            for (Deque<StoredMessage> queue : queues) {
                if (!singly) {
                    failed.put(queue.element(), "it was published beside one that the broker refused, and not again");
                    continue;
                }
                Result result =
                        result(PagePublisher.this.publish(queue.element().message()));
                if (result instanceof Failed failure && failure.refused()) {
                    refuse(queue.element(), failure);
                    singly = refused.size() < MOST_REFUSALS;
                } else {
                    singly = result instanceof Confirmed;
                    settle(queue, result, going);
                }
            }
            return going;
        }

        private void refuse(StoredMessage outgoing, Failed failure) {
            suspect(outgoing.id());
            refused.put(outgoing.id(), failure.reason());
            failed.put(outgoing, failure.reason());
        }

        private void settle(Deque<StoredMessage> queue, Result result, List<Deque<StoredMessage>> going) {
            if (result instanceof Failed failure) {
                failed.put(queue.element(), failure.reason());
                return;
            }
            StoredMessage gone = queue.remove();
            suspects.remove(gone.id());
            confirmed.add(gone.id());
            if (!queue.isEmpty()) {
                going.add(queue);
            }
        }
    }
}
