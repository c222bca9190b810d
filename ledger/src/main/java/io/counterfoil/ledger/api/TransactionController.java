package io.counterfoil.ledger.api;

import io.counterfoil.ledger.api.Views.ReversalView;
import io.counterfoil.ledger.api.Views.TransactionView;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** One transaction: its settlement and its reversal. */
@RestController
// What cannot be answered in JSON is refused before it is done.
@RequestMapping(path = "/v1/transactions/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
class TransactionController {

    private final Ledgers ledgers;

    TransactionController(Ledgers ledgers) {
        this.ledgers = ledgers;
    }

    @GetMapping
    ResponseEntity<?> transaction(@PathVariable String id) {
        return Answers.found(
                Ids.transaction(id).flatMap(ledgers::transaction), TransactionView::of, "transaction", "id");
    }

    @PostMapping("/commit")
    ResponseEntity<?> commit(@PathVariable String id, JsonBody body) {
        body.only("idempotency_key");
        return on(
                id,
                transaction -> Answers.of(
                        200,
                        ledgers.commit(transaction, body.key()),
                        TransactionView::of,
                        settled -> Optional.empty()));
    }

    @PostMapping("/fail")
    ResponseEntity<?> fail(@PathVariable String id, JsonBody body) {
        body.only("idempotency_key");
        return on(
                id,
                transaction -> Answers.of(
                        200, ledgers.fail(transaction, body.key()), TransactionView::of, settled -> Optional.empty()));
    }

    @PostMapping("/reversal")
    ResponseEntity<?> reverse(@PathVariable String id, JsonBody body) {
        body.only("idempotency_key");
        return on(
                id,
                transaction -> Answers.of(
                        201,
                        ledgers.reverse(transaction, body.key()),
                        ReversalView::of,
                        reversal -> Optional.of(reversal.createdAt())));
    }

    private static ResponseEntity<?> on(String id, Function<TransactionId, ResponseEntity<?>> work) {
        return Ids.transaction(id)
                .<ResponseEntity<?>>map(work)
                .orElseGet(() -> Answers.problem(Problems.notFound("transaction", "id")));
    }
}
