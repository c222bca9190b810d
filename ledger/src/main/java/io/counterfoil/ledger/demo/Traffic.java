package io.counterfoil.ledger.demo;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.idempotency.key.RequestId;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Clients at work: each sends one transfer after the other, and keeps what it was told. What a client has given up is asked for again, under
 * its key, when the service is left alone: until then its outcome is unknown. Thread-safe.
 */
final class Traffic {

    private static final Logger LOG = LoggerFactory.getLogger(Traffic.class);

    private final IdempotentClient client;
    private final Function<String, URI> address;
    private final Transfers transfers;
    private final Progress progress;
    private final JsonMapper json = new JsonMapper();
    private final Queue<Told> told = new ConcurrentLinkedQueue<>();
    private final Queue<GivenUp> givenUp = new ConcurrentLinkedQueue<>();

    /** @param address where a path of the service is found on the network that is used */
    Traffic(IdempotentClient client, Function<String, URI> address, Transfers transfers, Progress progress) {
        this.client = client;
        this.address = address;
        this.transfers = transfers;
        this.progress = progress;
    }

    /** One client's work: returns when there are no more transfers. */
    void send() throws InterruptedException {
        for (Optional<Transfer> next = transfers.next(); next.isPresent(); next = transfers.next()) {
            send(next.get());
            progress.transferDone();
        }
    }

    /** Sends again what was given up, each under the key that it had: to be called when nothing kills the service any more. */
    void resolve() throws InterruptedException {
        for (GivenUp unresolved = givenUp.poll(); unresolved != null; unresolved = givenUp.poll()) {
            Transfer transfer = unresolved.transfer();
            try {
                ask(transfer, unresolved.intention());
            } catch (RetriesExhaustedException again) {
                told.add(nothing(transfer, String.valueOf(again.getMessage())));
            }
        }
    }

    /** Keeps what the service says of it. */
    private void ask(Transfer transfer, RetryableRequest intention)
            throws InterruptedException, RetriesExhaustedException {
        Told answered = told(transfer, client.send(intention));
        told.add(answered);
        LOG.info("Transfer {} ends: {} [request_id={}]", transfer.intention(), answered.word(), intention.requestId());
    }

    /** What all the clients were told so far. */
    List<Told> told() {
        return List.copyOf(told);
    }

    /** A transfer is a unit of work: its tries, here and in the service, have correlation IDs that descend from its own. */
    private void send(Transfer transfer) throws InterruptedException {
        Correlation.Scope work = Correlation.begin();
        try (work) {
            RetryableRequest intention = intention(transfer);
            LOG.info(
                    "Transfer {} of {} begins [request_id={}]",
                    transfer.intention(),
                    transfer.quantity(),
                    intention.requestId());
            try {
                ask(transfer, intention);
            } catch (RetriesExhaustedException gaveUp) {
                givenUp.add(new GivenUp(transfer, intention));
                LOG.warn(
                        "Transfer {} is given up for now [request_id={}]",
                        transfer.intention(),
                        intention.requestId(),
                        gaveUp);
            }
        }
    }

    private RetryableRequest intention(Transfer transfer) {
        String body = json.createObjectNode()
                .put("idempotency_key", transfer.key())
                .put("quantity", transfer.quantity())
                .set("metadata", json.createObjectNode().put("intention", transfer.intention()))
                .toString();
        RetryableRequest.Builder intention = RetryableRequest.post(
                        address.apply("/v1/ledgers/" + transfer.ledger() + "/transactions"))
                .header(LedgerApi.CLIENT_HEADER, LedgerApi.CLIENT)
                .json(body);
        return (transfer.keyInHeader() ? intention : intention.keyInBody(new RequestId(transfer.key()))).build();
    }

    private static Told told(Transfer transfer, Answer answer) {
        if (answer.status() == 201) {
            return new Told(transfer.intention(), transfer.quantity(), Told.Word.CARRIED_OUT, "");
        }
        if (answer.status() == 422 && answer.text().contains(":balance-exceeded\"")) {
            return new Told(transfer.intention(), transfer.quantity(), Told.Word.REFUSED, "");
        }
        return nothing(transfer, "status " + answer.status() + ": " + answer.text());
    }

    private static Told nothing(Transfer transfer, String detail) {
        return new Told(transfer.intention(), transfer.quantity(), Told.Word.NOTHING, detail);
    }

    /** A transfer that may have been carried out, and the request that asks for it again. */
    private record GivenUp(Transfer transfer, RetryableRequest intention) {}
}
