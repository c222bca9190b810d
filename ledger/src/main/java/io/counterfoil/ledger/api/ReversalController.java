package io.counterfoil.ledger.api;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ledger.api.Views.ReversalView;
import io.counterfoil.ledger.domain.Ledgers;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Reversals by their client's name for them; by their ID they are shown with their transactions. */
@RestController
@RequestMapping(path = "/v1/reversals", produces = MediaType.APPLICATION_JSON_VALUE)
class ReversalController {

    private final Ledgers ledgers;

    ReversalController(Ledgers ledgers) {
        this.ledgers = ledgers;
    }

    @GetMapping
    ResponseEntity<?> byReference(
            ClientId client, @RequestParam(name = "reference_id", required = false) @Nullable String reference) {
        return Answers.found(
                ledgers.reversalByReference(client, ReferenceParameter.required("reference_id", reference)),
                ReversalView::of,
                "reversal",
                "reference_id");
    }
}
