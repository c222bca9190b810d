package io.counterfoil.ledger.api;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.api.Views.ReversalView;
import io.counterfoil.ledger.api.Views.TransactionView;
import io.counterfoil.ledger.domain.IfMatch;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.NewReversal;
import io.counterfoil.ledger.domain.Result;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** One transaction, named by its ID or its reference ID ({@link EntityArguments}): its settlement and its reversal. */
@RestController
// A request that does not accept JSON is rejected before it is executed.
@RequestMapping(path = "/v1/transactions", produces = MediaType.APPLICATION_JSON_VALUE)
class TransactionController {

    private static final String OF_SERVICE = "service_reference_id";

    private final Ledgers ledgers;

    TransactionController(Ledgers ledgers) {
        this.ledgers = ledgers;
    }

    @GetMapping("/{id}")
    ResponseEntity<?> transaction(TransactionId id) {
        return Answers.found(ledgers.transaction(id), TransactionView::of, Versions::tag, "transaction", "id");
    }

    @GetMapping
    ResponseEntity<?> byReference(
            ClientId client,
            @RequestParam(name = "reference_id", required = false) @Nullable String reference,
            @RequestParam(name = OF_SERVICE, required = false) @Nullable String ofService) {
        Optional<ReferenceId> name = QueryFields.reference("reference_id", reference);
        Optional<ReferenceId> serviceName = QueryFields.reference(OF_SERVICE, ofService);
        QueryFields.atMostOne("reference_id", name, OF_SERVICE, serviceName);
        if (serviceName.isPresent()) {
            return found(ledgers.transactionByServiceReference(serviceName.get()), OF_SERVICE);
        }
        return found(
                ledgers.transactionByReference(client, QueryFields.required("reference_id", name)), "reference_id");
    }

    private static ResponseEntity<?> found(Optional<Transaction> transaction, String field) {
        return Answers.found(transaction, TransactionView::of, Versions::tag, "transaction", field);
    }

    @PostMapping(
            path = {"/{id}/commit", "/commit"},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> commit(
            ClientId client, TransactionId id, @RequestHeader HttpHeaders headers, @RequestBody JsonBody body) {
        IfMatch ifMatch = Versions.wanted(headers);
        return settled(
                body, key -> ledgers.commit(client, id, key, ifMatch), command -> ledgers.commit(id, command, ifMatch));
    }

    @PostMapping(
            path = {"/{id}/fail", "/fail"},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> fail(
            ClientId client, TransactionId id, @RequestHeader HttpHeaders headers, @RequestBody JsonBody body) {
        IfMatch ifMatch = Versions.wanted(headers);
        return settled(
                body, key -> ledgers.fail(client, id, key, ifMatch), command -> ledgers.fail(id, command, ifMatch));
    }

    private static ResponseEntity<?> settled(
            JsonBody body,
            Function<RequestId, Result<Transaction>> byKey,
            Function<CommandId, Result<Transaction>> byCommand) {
        body.only("idempotency_key", "command_id");
        CreationBody.exactlyOne(body, "idempotency_key", "command_id");
        Result<Transaction> result = body.has("command_id") ? byCommand.apply(body.command()) : byKey.apply(body.key());
        return Answers.of(200, result, TransactionView::of, transaction -> Optional.empty(), Versions::tag);
    }

    @PostMapping(
            path = {"/{id}/reversal", "/reversal"},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> reverse(
            ClientId client, TransactionId id, @RequestHeader HttpHeaders headers, @RequestBody JsonBody body) {
        body.only("idempotency_key", "reference_id");
        NewReversal wanted = new NewReversal(body.key(), body.reference());
        return Answers.of(
                201,
                ledgers.reverse(client, id, wanted, Versions.wanted(headers)),
                ReversalView::of,
                reversal -> Optional.of(reversal.createdAt()));
    }
}
