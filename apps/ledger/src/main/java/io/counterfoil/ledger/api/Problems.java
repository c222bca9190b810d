package io.counterfoil.ledger.api;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.ledger.domain.BatchOutcome;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.domain.Refusal;
import io.counterfoil.ledger.domain.Transaction;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/** The problem details of the API; their types are stable. */
public final class Problems {

    /** Prefix of the ledger's problem types. */
    public static final String PREFIX = ProblemTypes.PREFIX + "ledger:";

    private Problems() {}

    static Problem invalid(String field, String reason) {
        return new Problem(
                400, PREFIX + "invalid-request", "Invalid request", field + " " + reason, Optional.of(field));
    }

    /** 404: the entity does not exist; {@code field} is the path variable or query parameter that named it. */
    public static Problem notFound(String kind, String field) {
        return new Problem(404, PREFIX + "not-found", "Not found", "there is no such " + kind, Optional.of(field));
    }

    /** 403: the ledger belongs to another client that has not shared it, and API keys are required. */
    public static Problem notTheOwner() {
        String detail =
                "only the owner of this ledger may change it, and only its owner and its writers its transactions";
        return Problem.of(403, PREFIX + "not-the-owner", "Not the owner", detail);
    }

    /** 503: the database is unavailable. */
    public static Problem unavailable(String detail) {
        return Problem.of(503, ProblemTypes.STORE_UNAVAILABLE, "Store unavailable", detail);
    }

    /** 429: the limit of concurrent uploads is reached. */
    static Problem tooManyUploads(String detail) {
        return Problem.of(429, PREFIX + "too-many-uploads", "Too many uploads", detail);
    }

    /** Maps a refusal of the domain to a problem. */
    static Problem of(Refusal refusal) {
        if (refusal instanceof Refusal.Invalid invalid) {
            return invalid(invalid.field(), invalid.reason());
        }
        if (refusal instanceof Refusal.NotFound notFound) {
            return notFound(notFound.kind(), "id");
        }
        if (refusal instanceof Refusal.KeyReused reused) {
            return problem(
                    422,
                    ProblemTypes.KEY_REUSED,
                    "Idempotency key reused",
                    reused.field(),
                    "this %s belongs to an object that differs in %s".formatted(reused.name(), reused.field()));
        }
        if (refusal instanceof Refusal.IdTaken taken) {
            return problem(409, PREFIX + "id-taken", "ID taken", taken.name(), "this " + taken.name() + " is in use");
        }
        if (refusal instanceof Refusal.Deleted deleted) {
            String detail = "the object created under this %s was deleted; a new object needs another one"
                    .formatted(deleted.name());
            return problem(409, PREFIX + "deleted", "Deleted", deleted.name(), detail);
        }
        if (refusal instanceof Refusal.OtherVersion other) {
            String detail = "the current version is \"%s\"".formatted(other.version());
            return problem(412, PREFIX + "precondition-failed", "Precondition failed", HttpHeaders.IF_MATCH, detail);
        }
        if (refusal instanceof Refusal.LedgerNotEmpty full) {
            String detail = "only a ledger without transactions can be deleted; this ledger has " + full.transactions();
            return Problem.of(409, PREFIX + "ledger-not-empty", "Ledger not empty", detail);
        }
        if (refusal instanceof Refusal.ReferenceTaken) {
            String detail = "this reference_id is already used for another object of this client";
            return problem(409, PREFIX + "reference-taken", "Reference ID taken", "reference_id", detail);
        }
        if (refusal instanceof Refusal.BatchIdTaken) {
            String detail = "this batch_id is already used for another batch of this client";
            return problem(409, PREFIX + "batch-id-taken", "Batch ID taken", "batch_id", detail);
        }
        if (refusal instanceof Refusal.BatchRefused batch) {
            return of(batch.items());
        }
        if (refusal instanceof Refusal.BalanceExceeded exceeded) {
            String detail =
                    "insufficient balance: %s requested, %s available".formatted(exceeded.change(), exceeded.balance());
            return problem(422, PREFIX + "balance-exceeded", "Balance exceeded", "quantity", detail);
        }
        if (refusal instanceof Refusal.BalanceLimit limit) {
            String detail = "balance limit exceeded: %s requested, balance %s, limit %s"
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

    /** An invalid item makes the whole request invalid; otherwise the state of the ledger is the cause. */
    private static Problem of(List<BatchOutcome.Refused> items) {
        BatchOutcome.Refused told = items.stream()
                .filter(item -> item.refusal() instanceof Refusal.Invalid)
                .findFirst()
                .orElse(items.get(0));
        Problem problem = of(told.refusal());
        String detail = "no item was posted, because %s of them were refused; item %s: %s"
                .formatted(items.size(), told.position(), problem.detail());
        return problem.status() == 400
                ? problem(400, problem.type(), problem.title(), "transactions", detail)
                : problem(422, PREFIX + "batch-refused", "Batch refused", "transactions", detail);
    }

    private static Problem problem(int status, String type, String title, String field, String detail) {
        return new Problem(status, type, title, detail, Optional.of(field));
    }

    private static Problem state(String type, String title, String rule, Transaction.State state) {
        String is = state.name().toLowerCase(Locale.ROOT);
        return Problem.of(409, PREFIX + type, title, rule + ", this one is " + is);
    }
}
