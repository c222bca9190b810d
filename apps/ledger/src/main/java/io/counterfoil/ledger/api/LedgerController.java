package io.counterfoil.ledger.api;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.api.Views.EntryView;
import io.counterfoil.ledger.api.Views.LedgerView;
import io.counterfoil.ledger.api.Views.Page;
import io.counterfoil.ledger.api.Views.TransactionView;
import io.counterfoil.ledger.domain.Entry;
import io.counterfoil.ledger.domain.IfMatch;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.Result;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionId;
import io.counterfoil.samples.support.web.ProblemResponse;
import io.counterfoil.springboot.ClaimWithFirstStatement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Ledgers and their transactions. A ledger is named by its ID or its reference ID ({@link EntityArguments}). */
@RestController
// A request that does not accept JSON is rejected before it is executed.
@RequestMapping(path = "/v1/ledgers", produces = MediaType.APPLICATION_JSON_VALUE)
class LedgerController {

    private final Ledgers ledgers;

    LedgerController(Ledgers ledgers) {
        this.ledgers = ledgers;
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> open(ClientId client, @RequestBody JsonBody body) {
        return shown(201, ledgers.open(client, LedgerBody.of(body)), ledger -> Optional.of(ledger.createdAt()));
    }

    @GetMapping("/{id}")
    ResponseEntity<?> ledger(LedgerId id) {
        return found(ledgers.ledger(id), "id");
    }

    @GetMapping
    ResponseEntity<?> find(
            ClientId client,
            @RequestParam(name = "reference_id", required = false) @Nullable String reference,
            @RequestParam(name = "idempotency_key", required = false) @Nullable String key,
            @RequestParam @Nullable String after,
            @RequestParam @Nullable String limit) {
        Optional<ReferenceId> name = QueryFields.reference("reference_id", reference);
        Optional<RequestId> dataKey = QueryFields.key(key);
        QueryFields.atMostOne("reference_id", name, "idempotency_key", dataKey);
        if (name.isPresent()) {
            return found(ledgers.ledgerByReference(client, name.get()), "reference_id");
        }
        if (dataKey.isPresent()) {
            return found(ledgers.ledgerByKey(client, dataKey.get()), "idempotency_key");
        }
        return ResponseEntity.ok(page(client, after, limit));
    }

    private static ResponseEntity<?> found(Optional<Ledger> ledger, String field) {
        return Answers.found(ledger, LedgerView::of, Versions::tag, "ledger", field);
    }

    private Page<LedgerView> page(ClientId client, @Nullable String after, @Nullable String limit) {
        int size = Paging.limit(limit);
        Optional<LedgerId> last =
                Paging.after(after, text -> LedgerId.TYPE.tryParse(text).filter(id -> ledgers.isPlace(client, id)));
        List<Ledger> found = ledgers.ledgers(client, last, size + 1);
        return Paging.page(found, size, LedgerView::of, ledger -> ledger.id().text());
    }

    @DeleteMapping({"/{id}", ""})
    ResponseEntity<?> delete(LedgerId id, @RequestHeader HttpHeaders headers) {
        return ledgers.delete(id, Versions.wanted(headers))
                .match(deleted -> ResponseEntity.noContent().build(), Answers::refused);
    }

    @PostMapping(
            path = {"/{id}/metadata", "/metadata"},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> setMetadata(LedgerId id, @RequestHeader HttpHeaders headers, @RequestBody JsonBody body) {
        body.only("command_id", "metadata");
        IfMatch ifMatch = Versions.wanted(headers);
        return shown(
                200, ledgers.setMetadata(id, body.command(), body.metadata(), ifMatch), ledger -> Optional.empty());
    }

    private static ResponseEntity<?> shown(
            int status, Result<Ledger> result, Function<Ledger, Optional<Instant>> made) {
        return Answers.of(status, result, LedgerView::of, made, Versions::tag);
    }

    /** Has no effect before its first statement, which is all that it takes. */
    @ClaimWithFirstStatement
    @PostMapping(
            path = {"/{id}/transactions", "/transactions"},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> post(ClientId client, LedgerId id, @RequestBody JsonBody body) {
        return posted(ledgers.post(client, id, TransactionBody.of(body)));
    }

    /** A debit whose key the service derives. */
    @PostMapping(
            path = {"/{id}/redemptions", "/redemptions"},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> redeem(ClientId client, LedgerId id, @RequestBody JsonBody body) {
        return posted(ledgers.redeem(client, id, TransactionBody.redemption(body)));
    }

    private static ResponseEntity<?> posted(Result<Transaction> result) {
        return Answers.of(
                201, result, TransactionView::of, transaction -> Optional.of(transaction.createdAt()), Versions::tag);
    }

    @GetMapping(path = {"/{id}/transactions", "/transactions"})
    ResponseEntity<?> entries(
            ClientId client,
            LedgerId id,
            @RequestParam(name = "idempotency_key", required = false) @Nullable String key,
            @RequestParam @Nullable String after,
            @RequestParam @Nullable String limit) {
        if (ledgers.ledger(id).isEmpty()) {
            return ProblemResponse.of(Problems.notFound("ledger", "id"));
        }
        Optional<RequestId> dataKey = QueryFields.key(key);
        if (dataKey.isPresent()) {
            return Answers.found(
                    ledgers.transactionByKey(id, client, dataKey.get()),
                    TransactionView::of,
                    Versions::tag,
                    "transaction",
                    "idempotency_key");
        }
        int size = Paging.limit(limit);
        Optional<TransactionId> last = Paging.after(
                after,
                text -> TransactionId.TYPE
                        .tryParse(text)
                        .flatMap(ledgers::transaction)
                        .filter(transaction -> transaction.ledgerId().equals(id))
                        .map(Transaction::id));
        List<Entry> found = ledgers.entries(id, last, size + 1);
        return ResponseEntity.ok(Paging.page(
                found, size, EntryView::of, entry -> entry.transaction().id().text()));
    }
}
