package io.counterfoil.ledger.api;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ledger.api.Views.EntryView;
import io.counterfoil.ledger.api.Views.LedgerView;
import io.counterfoil.ledger.api.Views.Page;
import io.counterfoil.ledger.api.Views.TransactionView;
import io.counterfoil.ledger.domain.Entry;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.NewLedger;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.domain.ReferenceId;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionDetails;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.List;
import java.util.Optional;
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

/** Ledgers, and the transactions of one. */
@RestController
// What cannot be answered in JSON is refused before it is done.
@RequestMapping(path = "/v1/ledgers", produces = MediaType.APPLICATION_JSON_VALUE)
class LedgerController {

    private final Ledgers ledgers;

    LedgerController(Ledgers ledgers) {
        this.ledgers = ledgers;
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> open(ClientId client, @RequestBody JsonBody body) {
        body.only("idempotency_key", "unit", "reference_id", "initial_deposit", "metadata");
        NewLedger wanted = new NewLedger(
                body.key(),
                body.requiredText("unit"),
                body.text("reference_id").map(ReferenceId::new),
                body.quantity("initial_deposit"),
                body.metadata());
        return Answers.of(201, ledgers.open(client, wanted), LedgerView::of, ledger -> Optional.of(ledger.createdAt()));
    }

    @GetMapping("/{id}")
    ResponseEntity<?> ledger(@PathVariable LedgerId id) {
        return Answers.found(ledgers.ledger(id), LedgerView::of, "ledger", "id");
    }

    @GetMapping(params = "reference_id")
    ResponseEntity<?> byReference(ClientId client, @RequestParam("reference_id") String reference) {
        return Answers.found(
                ledgers.ledgerByReference(client, new ReferenceId(reference)),
                LedgerView::of,
                "ledger",
                "reference_id");
    }

    @GetMapping(params = "!reference_id")
    Page<LedgerView> list(ClientId client, @RequestParam @Nullable String after, @RequestParam @Nullable String limit) {
        int size = Paging.limit(limit);
        Optional<LedgerId> last = Paging.after(
                after,
                text -> LedgerId.TYPE
                        .tryParse(text)
                        .flatMap(ledgers::ledger)
                        .filter(ledger -> ledger.client().equals(client))
                        .map(Ledger::id));
        List<Ledger> found = ledgers.ledgers(client, last, size + 1);
        return Paging.page(found, size, LedgerView::of, ledger -> ledger.id().text());
    }

    @PostMapping(path = "/{id}/transactions", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> post(ClientId client, @PathVariable LedgerId id, @RequestBody JsonBody body) {
        body.only(
                "idempotency_key",
                "quantity",
                "pending",
                "reference_id",
                "lms_user_id",
                "content_key",
                "subsidy_access_policy_uuid",
                "metadata");
        TransactionDetails details = new TransactionDetails(
                body.text("reference_id").map(ReferenceId::new),
                body.integer("lms_user_id"),
                body.text("content_key"),
                body.uuid("subsidy_access_policy_uuid"),
                body.metadata());
        NewTransaction wanted = new NewTransaction(
                body.key(), new Quantity(body.requiredInteger("quantity")), body.flag("pending"), details);
        return Answers.of(
                201,
                ledgers.post(client, id, wanted),
                TransactionView::of,
                transaction -> Optional.of(transaction.createdAt()));
    }

    @GetMapping("/{id}/transactions")
    ResponseEntity<?> entries(
            @PathVariable LedgerId id, @RequestParam @Nullable String after, @RequestParam @Nullable String limit) {
        if (ledgers.ledger(id).isEmpty()) {
            return Answers.problem(Problems.notFound("ledger", "id"));
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
