package io.counterfoil.ledger.domain;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.keys.LedgerKeys;
import java.util.Optional;

/**
 * A request that opens a ledger.
 *
 * @param once the identity of the creation, which makes a retry a duplicate
 * @param unit the unit of amounts, 1 to {@value #MAX_UNIT_LENGTH} characters: {@code usd_cents}
 * @param referenceId the client's own name for the ledger
 * @param initialDeposit the first transaction, made together with the ledger; positive
 * @param metadata the client's metadata
 * @param rules the rules of the ledger, which never change
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
            // Derived here to reject a key that is too long for the derived key of the deposit before any work.
            once.dataKey().ifPresent(key -> initialDepositKey(key, deposit));
        });
    }

    /** A request with a data key and the default rules. */
    public NewLedger(
            RequestId key,
            String unit,
            Optional<ReferenceId> referenceId,
            Optional<Quantity> initialDeposit,
            Optional<Metadata> metadata) {
        this(new Once.ByKey<>(key), unit, referenceId, initialDeposit, metadata, Rules.DEFAULT);
    }

    /** The key of the initial deposit, where there is a deposit and the ledger has a key. */
    public Optional<RequestId> initialDepositKey() {
        return initialDeposit.flatMap(deposit -> once.dataKey().map(key -> initialDepositKey(key, deposit)));
    }

    private static RequestId initialDepositKey(RequestId key, Quantity deposit) {
        try {
            return LedgerKeys.initialDeposit(key, deposit.value());
        } catch (IllegalArgumentException tooLong) {
            throw new InvalidFieldException(
                    "idempotency_key",
                    "must have at most %2$s bytes together with the suffix -%1$s-initial-deposit"
                            .formatted(deposit.value(), RequestId.MAX_BYTES));
        }
    }

    /**
     * Rules that are chosen when a ledger is opened and never change.
     *
     * @param overdraft whether its balance may be negative
     * @param sharedKeys whether the clients that write to it share data keys ({@link KeyScope}); empty in a request that
     *     leaves the choice to the default, and then not compared with the ledger that a retry finds
     */
    public record Rules(Overdraft overdraft, Optional<Boolean> sharedKeys) {

        /** No overdraft, and data keys that are unique on the ledger, whichever client sends them. */
        public static final Rules DEFAULT = new Rules(Overdraft.FORBIDDEN, Optional.empty());

        /** Whether the clients share data keys: true unless the request says otherwise. */
        public boolean sharesKeys() {
            return sharedKeys.orElse(true);
        }

        /** The refusal of a change of a balance, where a limit forbids the change. */
        Optional<Refusal> refusal(long balance, long change) {
            // Cannot overflow: both are within 2^53.
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
