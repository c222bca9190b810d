package io.counterfoil.ledger.playground;

import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.Attempt;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.playground.TransferReport.Try;
import io.counterfoil.ledger.story.Stories;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.network.FaultyChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends transfers to the service itself, as a client elsewhere would: by the retrying client, over TCP, through a channel that
 * fails. In the log it is a service of its own, {@code client}. Thread-safe; each transfer has a channel of its own.
 */
final class Transfers {

    private static final Logger LOG = LoggerFactory.getLogger(Transfers.class);

    private static final int MOST_ATTEMPTS = 6;
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    private final Duration attemptTimeout;
    private final IdempotentClient client;
    private final Ledgers ledgers;
    private final Stories stories;

    /**
     * @param ledgers the service's own, whose balances are read past the channel
     * @param stories where what the log tells of an attempt is shown
     * @param attemptTimeout how long an attempt waits for its answer
     */
    Transfers(Ledgers ledgers, Stories stories, Duration attemptTimeout) {
        this.ledgers = ledgers;
        this.stories = stories;
        this.attemptTimeout = attemptTimeout;
        // HTTP/1.1, because the channel tells exchanges apart by its turns.
        this.client = IdempotentClient.builder()
                .httpClient(HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build())
                .retryPolicy(policy(attemptTimeout))
                .build();
    }

    /** The key goes along in the body too, where it guards the data and does not expire. */
    private static RetryPolicy policy(Duration attemptTimeout) {
        return new RetryPolicy(
                MOST_ATTEMPTS,
                attemptTimeout.plus(LONGEST_PAUSE).multipliedBy(MOST_ATTEMPTS),
                attemptTimeout,
                Duration.ofMillis(50),
                LONGEST_PAUSE,
                Retention.FOREVER);
    }

    /**
     * Who sends, and to where.
     *
     * @param service where the service listens
     * @param identity the header fields that tell whose the transfer is
     */
    record Route(InetSocketAddress service, Map<String, String> identity) {}

    /**
     * Makes one transfer, and waits for its end: about the policy's budget at the most.
     *
     * @return empty when there is no such ledger
     * @throws IOException when there is no free port
     * @throws InterruptedException when the thread was interrupted; the transfer may have been made
     */
    Optional<TransferReport> send(Route route, LedgerId ledger, Quantity quantity, ChosenFault fault)
            throws IOException, InterruptedException {
        Optional<Long> before = balance(ledger);
        if (before.isEmpty()) {
            return Optional.empty();
        }
        RequestId key = new RequestId(UuidV7.next().toString());
        Outcome outcome;
        MDC.MDCCloseable service = MDC.putCloseable("service", "client");
        try (service;
                FaultyChannel channel = FaultyChannel.open(
                        route.service().getHostString(), route.service().getPort(), fault.plan(attemptTimeout))) {
            LOG.info("Transfer of {} begins, fault {} [request_id={}]", quantity.value(), fault, key);
            outcome = outcome(intention(channel, route, ledger, quantity, key));
            LOG.info("Transfer ends: {} [request_id={}]", outcome.word(), key);
        }
        return balance(ledger)
                .map(after -> new TransferReport(
                        key.value(),
                        outcome.attempts().stream()
                                .map(attempt ->
                                        Try.of(attempt, attemptTimeout, stories.pathOf(attempt.correlationId())))
                                .toList(),
                        outcome.transaction(),
                        outcome.problem(),
                        before.get(),
                        after));
    }

    private record Outcome(
            List<Attempt> attempts,
            @Nullable String transaction,
            @Nullable String problem) {

        String word() {
            return transaction != null ? "booked" : problem != null ? "refused" : "not known";
        }
    }

    private Outcome outcome(RetryableRequest intention) throws InterruptedException {
        try {
            Answer answer = client.send(intention);
            boolean granted = answer.status() == 201;
            return new Outcome(answer.attempts(), granted ? answer.text() : null, granted ? null : answer.text());
        } catch (RetriesExhaustedException gaveUp) {
            return new Outcome(gaveUp.attempts(), null, null);
        }
    }

    private RetryableRequest intention(
            FaultyChannel channel, Route route, LedgerId ledger, Quantity quantity, RequestId key) {
        String body = JsonMapper.shared()
                .createObjectNode()
                .put("idempotency_key", key.value())
                .put("quantity", quantity.value())
                .toString();
        RetryableRequest.Builder intention = RetryableRequest.post(
                        channel.uri("/v1/ledgers/" + ledger.text() + "/transactions"))
                .requestId(key)
                .json(body);
        route.identity().forEach(intention::header);
        return intention.build();
    }

    private Optional<Long> balance(LedgerId ledger) {
        return ledgers.ledger(ledger).map(Ledger::balance);
    }
}
