package io.counterfoil.ledger.playground;

import io.counterfoil.http.client.Answer;
import io.counterfoil.http.client.Attempt;
import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.http.client.Intention;
import io.counterfoil.http.client.RetriesExhaustedException;
import io.counterfoil.http.client.RetryPolicy;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.testkit.network.FaultyChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends transfers to the service itself, as a client elsewhere would: by the retrying client, over TCP, through a channel that
 * fails. Thread-safe; each transfer has a channel of its own.
 */
final class Transfers {

    static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(2);

    /** The key goes along in the body too, where it guards the data and does not expire. */
    private static final RetryPolicy POLICY = new RetryPolicy(
            6,
            Duration.ofSeconds(15),
            ATTEMPT_TIMEOUT,
            Duration.ofMillis(50),
            Duration.ofMillis(500),
            Retention.FOREVER);

    // HTTP/1.1, because the channel tells exchanges apart by its turns.
    private final IdempotentClient client = IdempotentClient.over(
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build())
            .with(POLICY);
    private final Ledgers ledgers;

    /** @param ledgers the service's own, whose balances are read past the channel */
    Transfers(Ledgers ledgers) {
        this.ledgers = ledgers;
    }

    /**
     * Who sends, and to where.
     *
     * @param service where the service listens
     * @param identity the header fields that tell whose the transfer is
     */
    record Route(InetSocketAddress service, Map<String, String> identity) {}

    /**
     * Makes one transfer, and waits for its end: about {@code POLICY}'s budget at the most.
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
        try (FaultyChannel channel = FaultyChannel.open(
                route.service().getHostString(), route.service().getPort(), fault.plan())) {
            outcome = outcome(intention(channel, route, ledger, quantity, key));
        }
        return balance(ledger)
                .map(after -> new TransferReport(
                        key.value(),
                        outcome.attempts().stream().map(TransferReport.Try::of).toList(),
                        outcome.transaction(),
                        outcome.problem(),
                        before.get(),
                        after));
    }

    private record Outcome(
            List<Attempt> attempts,
            @Nullable String transaction,
            @Nullable String problem) {}

    private Outcome outcome(Intention intention) throws InterruptedException {
        try {
            Answer answer = client.send(intention);
            boolean granted = answer.status() == 201;
            return new Outcome(answer.attempts(), granted ? answer.text() : null, granted ? null : answer.text());
        } catch (RetriesExhaustedException gaveUp) {
            return new Outcome(gaveUp.attempts(), null, null);
        }
    }

    private Intention intention(FaultyChannel channel, Route route, LedgerId ledger, Quantity quantity, RequestId key) {
        String body = JsonMapper.shared()
                .createObjectNode()
                .put("idempotency_key", key.value())
                .put("quantity", quantity.value())
                .toString();
        Intention.Builder intention = Intention.post(channel.uri("/v1/ledgers/" + ledger.text() + "/transactions"))
                .requestId(key)
                .json(body);
        route.identity().forEach(intention::header);
        return intention.build();
    }

    private Optional<Long> balance(LedgerId ledger) {
        return ledgers.ledger(ledger).map(Ledger::balance);
    }
}
