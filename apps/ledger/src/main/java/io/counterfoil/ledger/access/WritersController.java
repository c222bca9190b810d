package io.counterfoil.ledger.access;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.ledger.api.NotFoundException;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Ledgers;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shares a ledger with clients by name. Each request can be repeated: a writer is added or removed once. */
@RestController
@RequestMapping(
        path = {"/v1/ledgers/{id}/writers", "/v1/ledgers/writers"},
        produces = MediaType.APPLICATION_JSON_VALUE)
class WritersController {

    private static final String CLIENT = "client";

    private final Ledgers ledgers;
    private final Writers writers;

    WritersController(Ledgers ledgers, Writers writers) {
        this.ledgers = ledgers;
        this.writers = writers;
    }

    /** The names of the clients that may write besides the owner. */
    record WritersView(List<String> writers) {}

    @GetMapping
    WritersView list(LedgerId id) {
        return shown(existing(id));
    }

    @PutMapping
    WritersView add(LedgerId id, @RequestParam(name = CLIENT, required = false) @Nullable String client) {
        LedgerId ledger = existing(id);
        if (!writers.add(ledger, named(client))) {
            throw new InvalidFieldException(
                    CLIENT, "is one too many: a ledger has at most %s writers".formatted(Writers.MAX));
        }
        return shown(ledger);
    }

    @DeleteMapping
    WritersView remove(LedgerId id, @RequestParam(name = CLIENT, required = false) @Nullable String client) {
        LedgerId ledger = existing(id);
        writers.remove(ledger, named(client));
        return shown(ledger);
    }

    private LedgerId existing(LedgerId id) {
        return ledgers.ledger(id)
                .orElseThrow(() -> new NotFoundException("ledger", "id"))
                .id();
    }

    private WritersView shown(LedgerId ledger) {
        return new WritersView(writers.of(ledger).stream().map(ClientId::value).toList());
    }

    private static ClientId named(@Nullable String client) {
        if (client == null) {
            throw new InvalidFieldException(CLIENT, "is required");
        }
        try {
            return ClientId.of(client);
        } catch (InvalidIdentifierException invalid) {
            throw new InvalidFieldException(CLIENT, invalid.reason());
        }
    }
}
