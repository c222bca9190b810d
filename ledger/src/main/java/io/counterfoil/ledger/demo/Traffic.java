package io.counterfoil.ledger.demo;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.http.client.Answer;
import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.http.client.Intention;
import io.counterfoil.http.client.RetriesExhaustedException;
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

/** Clients at work: each sends one transfer after the other, and keeps what it was told. Thread-safe. */
final class Traffic {

    private static final Logger LOG = LoggerFactory.getLogger(Traffic.class);

    private final IdempotentClient client;
    private final Function<String, URI> address;
    private final Transfers transfers;
    private final Progress progress;
    private final JsonMapper json = new JsonMapper();
    private final Queue<Told> told = new ConcurrentLinkedQueue<>();

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
            told.add(send(next.get()));
            progress.transferDone();
        }
    }

    /** What all the clients were told so far. */
    List<Told> told() {
        return List.copyOf(told);
    }

    /** A transfer is a unit of work: its tries, here and in the service, have correlation IDs that descend from its own. */
    private Told send(Transfer transfer) throws InterruptedException {
        Correlation.Scope work = Correlation.begin();
        try (work) {
            Intention intention = intention(transfer);
            LOG.info(
                    "Transfer {} of {} begins [request_id={}]",
                    transfer.intention(),
                    transfer.quantity(),
                    intention.requestId());
            Told told = told(transfer, intention);
            LOG.info("Transfer {} ends: {} [request_id={}]", transfer.intention(), told.word(), intention.requestId());
            return told;
        }
    }

    private Told told(Transfer transfer, Intention intention) throws InterruptedException {
        try {
            return told(transfer, client.send(intention));
        } catch (RetriesExhaustedException gaveUp) {
            return nothing(transfer, String.valueOf(gaveUp.getMessage()));
        }
    }

    private Intention intention(Transfer transfer) {
        String body = json.createObjectNode()
                .put("idempotency_key", transfer.key())
                .put("quantity", transfer.quantity())
                .set("metadata", json.createObjectNode().put("intention", transfer.intention()))
                .toString();
        Intention.Builder intention = Intention.post(
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
}
