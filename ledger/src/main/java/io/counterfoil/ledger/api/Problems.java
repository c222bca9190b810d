package io.counterfoil.ledger.api;

import io.counterfoil.http.Problem;
import io.counterfoil.http.ProblemTypes;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.domain.Refusal;
import io.counterfoil.ledger.domain.Transaction;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/** What the API answers when it cannot do as asked; the types are stable. */
public final class Problems {

    /** What every type of the ledger's own begins with. */
    public static final String PREFIX = ProblemTypes.PREFIX + "ledger:";

    private Problems() {}

    /** What needs no more words than its status. */
    static Problem plain(int status) {
        HttpStatus known = HttpStatus.resolve(status);
        return Problem.of(status, "about:blank", known == null ? "Status " + status : known.getReasonPhrase(), "");
    }

    static Problem invalid(String field, String reason) {
        return new Problem(
                400, PREFIX + "invalid-request", "Invalid request", field + " " + reason, Optional.of(field));
    }

    /** 404: there is no such thing; {@code field} says where it was named. */
    public static Problem notFound(String kind, String field) {
        return new Problem(404, PREFIX + "not-found", "Not found", "there is no such " + kind, Optional.of(field));
    }

    /** 503: the database does not answer. */
    public static Problem unavailable(String detail) {
        return Problem.of(503, ProblemTypes.STORE_UNAVAILABLE, "Store unavailable", detail);
    }

    /** What a refusal of the domain is in HTTP. */
    static Problem of(Refusal refusal) {
        if (refusal instanceof Refusal.NotFound notFound) {
            return notFound(notFound.kind(), "id");
        }
        if (refusal instanceof Refusal.KeyReused reused) {
            return problem(
                    422,
                    ProblemTypes.KEY_REUSED,
                    "Idempotency key reused",
                    reused.field(),
                    "this idempotency_key belongs to an object with another " + reused.field());
        }
        if (refusal instanceof Refusal.ReferenceTaken) {
            String detail = "this reference_id belongs to another object of this client";
            return problem(409, PREFIX + "reference-taken", "Reference ID taken", "reference_id", detail);
        }
        if (refusal instanceof Refusal.BalanceExceeded exceeded) {
            String detail = "a change of %d would leave less than nothing of a balance of %d"
                    .formatted(exceeded.change(), exceeded.balance());
            return problem(422, PREFIX + "balance-exceeded", "Balance exceeded", "quantity", detail);
        }
        if (refusal instanceof Refusal.BalanceLimit limit) {
            String detail = "a change of %d would lift a balance of %d above %d"
                    .formatted(limit.change(), limit.balance(), Quantity.LIMIT);
            return problem(422, PREFIX + "balance-limit", "Balance limit", "quantity", detail);
        }
        if (refusal instanceof Refusal.NotPending settled) {
            return state(
                    "not-pending",
                    "Not pending",
                    "only a pending transaction can be committed or failed",
                    settled.state());
        }
        if (refusal instanceof Refusal.NotCommitted other) {
            return state(
                    "not-committed", "Not committed", "only a committed transaction can be reversed", other.state());
        }
        Refusal.AlreadyReversed reversed = (Refusal.AlreadyReversed) refusal;
        String detail = "this transaction was reversed under another idempotency_key, by " + reversed.reversal();
        return Problem.of(409, PREFIX + "already-reversed", "Already reversed", detail);
    }

    private static Problem problem(int status, String type, String title, String field, String detail) {
        return new Problem(status, type, title, detail, Optional.of(field));
    }

    private static Problem state(String type, String title, String rule, Transaction.State state) {
        String is = state.name().toLowerCase(Locale.ROOT);
        return Problem.of(409, PREFIX + type, title, rule + ", this one is " + is);
    }
}
