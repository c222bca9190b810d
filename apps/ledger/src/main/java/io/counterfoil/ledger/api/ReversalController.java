package io.counterfoil.ledger.api;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.api.Views.ReversalView;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.Reversal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Finds reversals by reference ID or data key. A transaction's representation contains its reversal. */
@RestController
@RequestMapping(path = "/v1/reversals", produces = MediaType.APPLICATION_JSON_VALUE)
class ReversalController {

    private final Ledgers ledgers;

    ReversalController(Ledgers ledgers) {
        this.ledgers = ledgers;
    }

    @GetMapping
    ResponseEntity<?> find(
            ClientId client,
            @RequestParam(name = "reference_id", required = false) @Nullable String reference,
            @RequestParam(name = "idempotency_key", required = false) @Nullable String key,
            @RequestParam(name = "ledger_id", required = false) @Nullable String ledger) {
        Optional<ReferenceId> name = QueryFields.reference("reference_id", reference);
        Optional<RequestId> dataKey = QueryFields.key(key);
        Optional<LedgerId> ofLedger = QueryFields.ledger("ledger_id", ledger);
        QueryFields.atMostOne("reference_id", name, "idempotency_key", dataKey);
        QueryFields.atMostOne("reference_id", name, "ledger_id", ofLedger);
        if (dataKey.isPresent()) {
            LedgerId of = QueryFields.required("ledger_id", ofLedger);
            return found(ledgers.reversalByKey(of, client, dataKey.get()), "idempotency_key");
        }
        return found(ledgers.reversalByReference(client, QueryFields.required("reference_id", name)), "reference_id");
    }

    private static ResponseEntity<?> found(Optional<Reversal> reversal, String field) {
        return Answers.found(reversal, ReversalView::of, "reversal", field);
    }
}
