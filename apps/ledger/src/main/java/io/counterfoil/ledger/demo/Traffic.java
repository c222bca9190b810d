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
 * The clients: each sends one transfer after the other, and records its outcome. A transfer whose attempts are
 * exhausted has an unknown outcome; it is sent again, under its key, after the last kill. Thread-safe.
 */
final class Traffic {

    private static final Logger LOG = LoggerFactory.getLogger(Traffic.class);

    private final IdempotentClient client;
    private final Function<String, URI> address;
    private final Transfers transfers;
    private final Progress progress;
    private final JsonMapper json = new JsonMapper();
    private final Queue<TransferOutcome> told = new ConcurrentLinkedQueue<>();
    private final Queue<GivenUp> givenUp = new ConcurrentLinkedQueue<>();

    /** @param address maps a path of the service to its URI on the unreliable network */
    Traffic(IdempotentClient client, Function<String, URI> address, Transfers transfers, Progress progress) {
        this.client = client;
        this.address = address;
        this.transfers = transfers;
        this.progress = progress;
    }

    /** Runs one client; returns when there are no more transfers. */
    void send() throws InterruptedException {
        for (Optional<Transfer> next = transfers.next(); next.isPresent(); next = transfers.next()) {
            send(next.get());
            progress.transferDone();
        }
    }

    /** Sends the transfers of unknown outcome again, each under its key. To be called after the last kill. */
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

    /** Sends it and records its outcome. */
    private void ask(Transfer transfer, RetryableRequest intention)
            throws InterruptedException, RetriesExhaustedException {
        TransferOutcome answered = told(transfer, client.send(intention));
        told.add(answered);
        LOG.info("Transfer {} ends: {} [request_id={}]", transfer.intention(), answered.kind(), intention.requestId());
    }

    /** The outcomes recorded so far. */
    List<TransferOutcome> told() {
        return List.copyOf(told);
    }

    /**
     * Each transfer is a unit of work: the correlation IDs of its attempts, here and in the service, descend from its
     * ID.
     */
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
                        "Transfer {} has an unknown outcome: attempts exhausted [request_id={}]",
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

    private static TransferOutcome told(Transfer transfer, Answer answer) {
        if (answer.status() == 201) {
            return new TransferOutcome(transfer.intention(), transfer.quantity(), TransferOutcome.Kind.EXECUTED, "");
        }
        if (answer.status() == 422 && answer.text().contains(":balance-exceeded\"")) {
            return new TransferOutcome(transfer.intention(), transfer.quantity(), TransferOutcome.Kind.REFUSED, "");
        }
        return nothing(transfer, "status " + answer.status() + ": " + answer.text());
    }

    private static TransferOutcome nothing(Transfer transfer, String detail) {
        return new TransferOutcome(transfer.intention(), transfer.quantity(), TransferOutcome.Kind.UNKNOWN, detail);
    }

    /** A transfer of unknown outcome, and the request that repeats it. */
    private record GivenUp(Transfer transfer, RetryableRequest intention) {}
}
