package io.counterfoil.ledger.api;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.api.Views.ReversalView;
import io.counterfoil.ledger.api.Views.TransactionView;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.ReferenceId;
import io.counterfoil.ledger.domain.Result;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** One transaction, by its ID or its client's name for it: its settlement and its reversal. */
@RestController
// What cannot be answered in JSON is refused before it is done.
@RequestMapping(path = "/v1/transactions", produces = MediaType.APPLICATION_JSON_VALUE)
class TransactionController {

    private final Ledgers ledgers;

    TransactionController(Ledgers ledgers) {
        this.ledgers = ledgers;
    }

    @GetMapping("/{id}")
    ResponseEntity<?> transaction(@PathVariable TransactionId id) {
        return Answers.found(ledgers.transaction(id), TransactionView::of, "transaction", "id");
    }

    @GetMapping
    ResponseEntity<?> byReference(
            ClientId client, @RequestParam(name = "reference_id", required = false) @Nullable String reference) {
        if (reference == null) {
            throw new InvalidFieldException("reference_id", "is required");
        }
        return Answers.found(
                ledgers.transactionByReference(client, new ReferenceId(reference)),
                TransactionView::of,
                "transaction",
                "reference_id");
    }

    @PostMapping(path = "/{id}/commit", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> commit(@PathVariable TransactionId id, @RequestBody JsonBody body) {
        return settle(id, body, ledgers::commit);
    }

    @PostMapping(path = "/{id}/fail", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> fail(@PathVariable TransactionId id, @RequestBody JsonBody body) {
        return settle(id, body, ledgers::fail);
    }

    private static ResponseEntity<?> settle(
            TransactionId id, JsonBody body, BiFunction<TransactionId, RequestId, Result<Transaction>> settlement) {
        body.only("idempotency_key");
        return Answers.of(200, settlement.apply(id, body.key()), TransactionView::of, transaction -> Optional.empty());
    }

    @PostMapping(path = "/{id}/reversal", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> reverse(@PathVariable TransactionId id, @RequestBody JsonBody body) {
        body.only("idempotency_key");
        return Answers.of(
                201, ledgers.reverse(id, body.key()), ReversalView::of, reversal -> Optional.of(reversal.createdAt()));
    }
}
