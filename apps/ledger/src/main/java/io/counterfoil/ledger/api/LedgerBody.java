package io.counterfoil.ledger.api;

import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.NewLedger;
import io.counterfoil.ledger.domain.NewLedger.Overdraft;
import java.util.Locale;

/** Parses the request that opens a ledger. */
final class LedgerBody {

    private static final String OVERDRAFT = "overdraft";
    private static final String SHARED_KEYS = "shared_keys";

    private LedgerBody() {}

    static NewLedger of(JsonBody body) {
        CreationBody.only(body, "unit", "reference_id", "initial_deposit", "metadata", OVERDRAFT, SHARED_KEYS);
        Overdraft overdraft = body.text(OVERDRAFT).map(LedgerBody::overdraft).orElse(Overdraft.FORBIDDEN);
        return new NewLedger(
                CreationBody.once(body, LedgerId.TYPE),
                body.requiredText("unit"),
                body.reference(),
                body.quantity("initial_deposit"),
                body.metadata(),
                new NewLedger.Rules(overdraft, body.choice(SHARED_KEYS)));
    }

    private static Overdraft overdraft(String text) {
        return switch (text) {
            case "forbidden" -> Overdraft.FORBIDDEN;
            case "allowed" -> Overdraft.ALLOWED;
            default -> throw new InvalidFieldException(OVERDRAFT, "must be forbidden or allowed");
        };
    }

    /** The value on the wire. */
    static String text(Overdraft overdraft) {
        return overdraft.name().toLowerCase(Locale.ROOT);
    }
}
