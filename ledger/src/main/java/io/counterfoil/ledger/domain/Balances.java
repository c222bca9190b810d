package io.counterfoil.ledger.domain;

import java.util.Optional;

/** The rule that every change of a balance is under. */
final class Balances {

    private Balances() {}

    /** Why a balance cannot change by this much, if it cannot. */
    static Optional<Refusal> refusal(long balance, long change) {
        // No overflow: both are within 2^53.
        long after = balance + change;
        if (after < 0) {
            return Optional.of(new Refusal.BalanceExceeded(balance, change));
        }
        if (after > Quantity.LIMIT) {
            return Optional.of(new Refusal.BalanceLimit(balance, change));
        }
        return Optional.empty();
    }
}
