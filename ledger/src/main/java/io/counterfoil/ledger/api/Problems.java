package io.counterfoil.ledger.api;

import io.counterfoil.http.Problem;
import io.counterfoil.http.ProblemTypes;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.domain.Refusal;
import java.util.Locale;
import java.util.Optional;

/** What the API answers when it cannot do as asked; the types are stable. */
public final class Problems {

    /** What every type of the ledger's own begins with. */
    public static final String PREFIX = ProblemTypes.PREFIX + "ledger:";

    private Problems() {}

    static Problem invalid(InvalidFieldException invalid) {
        return invalid(invalid.field(), invalid.reason());
    }

    static Problem invalid(String field, String reason) {
        return new Problem(
                400, PREFIX + "invalid-request", "Invalid request", field + " " + reason, Optional.of(field));
    }

    /** 404: there is no such thing; {@code field} says where it was named. */
    public static Problem notFound(String kind, String field) {
        return new Problem(404, PREFIX + "not-found", "Not found", "there is no such " + kind, Optional.of(field));
    }

    /** What a refusal of the domain is in HTTP. */
    static Problem of(Refusal refusal) {
        if (refusal instanceof Refusal.NotFound notFound) {
            return notFound(notFound.kind(), "id");
        }
        if (refusal instanceof Refusal.KeyReused reused) {
            return new Problem(
                    422,
                    ProblemTypes.KEY_REUSED,
                    "Idempotency key reused",
                    "this idempotency_key belongs to an object with another " + reused.field(),
                    Optional.of(reused.field()));
        }
        if (refusal instanceof Refusal.ReferenceTaken) {
            return new Problem(
                    409,
                    PREFIX + "reference-taken",
                    "Reference ID taken",
                    "this reference_id belongs to another object of this client",
                    Optional.of("reference_id"));
        }
        if (refusal instanceof Refusal.BalanceExceeded exceeded) {
            return new Problem(
                    422,
                    PREFIX + "balance-exceeded",
                    "Balance exceeded",
                    "a change of %d would leave less than nothing of a balance of %d"
                            .formatted(exceeded.change(), exceeded.balance()),
                    Optional.of("quantity"));
        }
        if (refusal instanceof Refusal.BalanceLimit limit) {
            return new Problem(
                    422,
                    PREFIX + "balance-limit",
                    "Balance limit",
                    "a change of %d would lift a balance of %d above %d"
                            .formatted(limit.change(), limit.balance(), Quantity.LIMIT),
                    Optional.of("quantity"));
        }
        if (refusal instanceof Refusal.NotPending notPending) {
            return state(
                    "not-pending",
                    "Not pending",
                    "only a pending transaction can be committed or failed, this one is "
                            + notPending.state().name().toLowerCase(Locale.ROOT));
        }
        if (refusal instanceof Refusal.NotCommitted notCommitted) {
            return state(
                    "not-committed",
                    "Not committed",
                    "only a committed transaction can be reversed, this one is "
                            + notCommitted.state().name().toLowerCase(Locale.ROOT));
        }
        Refusal.AlreadyReversed reversed = (Refusal.AlreadyReversed) refusal;
        return state(
                "already-reversed",
                "Already reversed",
                "this transaction was reversed under another idempotency_key, by " + reversed.reversal());
    }

    private static Problem state(String type, String title, String detail) {
        return Problem.of(409, PREFIX + type, title, detail);
    }
}
