package io.counterfoil.ledger.domain;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;

/**
 * The wish for a ledger.
 *
 * @param once what tells it from another one when it is sent again
 * @param unit what is counted, 1 to {@value #MAX_UNIT_LENGTH} characters: {@code usd_cents}
 * @param referenceId the client's own name for the ledger
 * @param initialDeposit the first transaction, made together with the ledger; positive
 * @param metadata what the client wants to remember with it
 * @param rules what holds for it from its opening on
 */
public record NewLedger(
        Once<LedgerId> once,
        String unit,
        Optional<ReferenceId> referenceId,
        Optional<Quantity> initialDeposit,
        Optional<Metadata> metadata,
        Rules rules) {

    /** The longest unit, in characters. */
    public static final int MAX_UNIT_LENGTH = 32;

    /** @throws InvalidFieldException when a field is beyond its limit; names it */
    public NewLedger {
        Text.check("unit", unit, MAX_UNIT_LENGTH);
        initialDeposit.ifPresent(deposit -> {
            if (deposit.value() < 0) {
                throw new InvalidFieldException("initial_deposit", "must be positive");
            }
            // Made here, so that a key that leaves no room for its deposit's is refused before any work.
            once.dataKey().ifPresent(key -> initialDepositKey(key, deposit));
        });
    }

    /** The wish for a ledger under a data key, with the default rules. */
    public NewLedger(
            RequestId key,
            String unit,
            Optional<ReferenceId> referenceId,
            Optional<Quantity> initialDeposit,
            Optional<Metadata> metadata) {
        this(new Once.ByKey<>(key), unit, referenceId, initialDeposit, metadata, Rules.DEFAULT);
    }

    /** The key of the initial deposit, where there is one, and the ledger has a key itself. */
    public Optional<RequestId> initialDepositKey() {
        return initialDeposit.flatMap(deposit -> once.dataKey().map(key -> initialDepositKey(key, deposit)));
    }

    private static RequestId initialDepositKey(RequestId key, Quantity deposit) {
        try {
            return LedgerKeys.initialDeposit(key, deposit);
        } catch (IllegalArgumentException tooLong) {
            throw new InvalidFieldException(
                    "idempotency_key",
                    "with -%d-initial-deposit behind it must have at most %d bytes"
                            .formatted(deposit.value(), RequestId.MAX_BYTES));
        }
    }

    /**
     * What is chosen when a ledger is opened, and never changes.
     *
     * @param overdraft whether its balance may be negative
     * @param sharedKeys whether the clients that write to it share one sequence of data keys ({@link KeyScope})
     */
    public record Rules(Overdraft overdraft, boolean sharedKeys) {

        /** No overdraft, and each client has its own keys. */
        public static final Rules DEFAULT = new Rules(Overdraft.FORBIDDEN, false);

        /** Why a balance cannot change by this much, if it cannot. */
        Optional<Refusal> refusal(long balance, long change) {
            // No overflow: both are within 2^53.
            long after = balance + change;
            if (after < 0 && overdraft == Overdraft.FORBIDDEN) {
                return Optional.of(new Refusal.BalanceExceeded(balance, change));
            }
            if (Math.abs(after) > Quantity.LIMIT) {
                return Optional.of(new Refusal.BalanceLimit(balance, change));
            }
            return Optional.empty();
        }
    }

    /** Whether the balance of a ledger may be negative. */
    public enum Overdraft {
        /** The balance is never below zero. */
        FORBIDDEN,
        /** The balance goes down to the negated {@link Quantity#LIMIT}. */
        ALLOWED
    }
}
