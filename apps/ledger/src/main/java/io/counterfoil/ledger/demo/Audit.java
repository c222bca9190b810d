package io.counterfoil.ledger.demo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the responses that clients received with the transactions in the ledgers.
 *
 * @param intentions the number of transfers
 * @param executed transfers that were confirmed as executed
 * @param refused transfers that were refused
 * @param effects the transactions found that name a transfer
 * @param lost transfers that were confirmed without a transaction, and transfers without a conclusive response
 * @param doubled transfers with more than one transaction
 * @param unexpected transactions of refused or unknown transfers, or with another quantity than requested
 * @param balanceExpected the initial deposits and the quantities of all executed transfers
 * @param balanceFound the sum of the ledgers' balances
 */
record Audit(
        int intentions,
        int executed,
        int refused,
        int effects,
        int lost,
        int doubled,
        int unexpected,
        long balanceExpected,
        long balanceFound) {

    /**
     * Compares; the order of the lists is irrelevant.
     *
     * @param opening the sum of the initial deposits, which name no transfer
     */
    static Audit of(List<TransferOutcome> told, List<Effect> effects, long opening, long balanceFound) {
        Map<Integer, Integer> found = new HashMap<>();
        Map<Integer, Long> wanted = new HashMap<>();
        int executed = 0;
        int refused = 0;
        long expected = opening;
        for (TransferOutcome one : told) {
            if (one.kind() == TransferOutcome.Kind.EXECUTED) {
                executed++;
                expected += one.quantity();
            }
            if (one.kind() == TransferOutcome.Kind.REFUSED) {
                refused++;
            } else {
                wanted.put(one.intention(), one.quantity());
            }
        }
        int unexpected = 0;
        for (Effect effect : effects) {
            found.merge(effect.intention(), 1, Integer::sum);
            Long quantity = wanted.get(effect.intention());
            if (quantity == null || quantity != effect.quantity()) {
                unexpected++;
            }
        }
        int lost = 0;
        for (TransferOutcome one : told) {
            boolean missing = one.kind() == TransferOutcome.Kind.EXECUTED && !found.containsKey(one.intention());
            if (missing || one.kind() == TransferOutcome.Kind.UNKNOWN) {
                lost++;
            }
        }
        int doubled = (int) found.values().stream().filter(times -> times > 1).count();
        return new Audit(
                told.size(), executed, refused, effects.size(), lost, doubled, unexpected, expected, balanceFound);
    }

    /** Whether each transfer was executed exactly once, or was refused and not executed. */
    boolean holds() {
        return lost == 0 && doubled == 0 && unexpected == 0 && balanceExpected == balanceFound;
    }
}
