package io.counterfoil.ledger.demo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What clients were told, held against what stands in the ledgers.
 *
 * @param intentions how many there were
 * @param carriedOut of those, told to be carried out
 * @param refused of those, told to be refused
 * @param effects the transactions found that name an intention
 * @param lost intentions that were told to be carried out and have no effect, or of which nothing was told
 * @param doubled intentions with more than one effect
 * @param undue effects of intentions that were refused, or that change other than was requested, or that were not requested
 * @param balanceExpected the deposits at the opening, and all that was told to be carried out
 * @param balanceFound the sum of the ledgers' balances
 */
record Audit(
        int intentions,
        int carriedOut,
        int refused,
        int effects,
        int lost,
        int doubled,
        int undue,
        long balanceExpected,
        long balanceFound) {

    /**
     * Compares. The order does not matter.
     *
     * @param opening the sum of the deposits at the opening of the ledgers, which name no intention
     */
    static Audit of(List<Told> told, List<Effect> effects, long opening, long balanceFound) {
        Map<Integer, Integer> found = new HashMap<>();
        Map<Integer, Long> wanted = new HashMap<>();
        int carriedOut = 0;
        int refused = 0;
        long expected = opening;
        for (Told one : told) {
            if (one.word() == Told.Word.CARRIED_OUT) {
                carriedOut++;
                expected += one.quantity();
            }
            if (one.word() == Told.Word.REFUSED) {
                refused++;
            } else {
                wanted.put(one.intention(), one.quantity());
            }
        }
        int undue = 0;
        for (Effect effect : effects) {
            found.merge(effect.intention(), 1, Integer::sum);
            Long quantity = wanted.get(effect.intention());
            if (quantity == null || quantity != effect.quantity()) {
                undue++;
            }
        }
        int lost = 0;
        for (Told one : told) {
            boolean missing = one.word() == Told.Word.CARRIED_OUT && !found.containsKey(one.intention());
            if (missing || one.word() == Told.Word.NOTHING) {
                lost++;
            }
        }
        int doubled = (int) found.values().stream().filter(times -> times > 1).count();
        return new Audit(
                told.size(), carriedOut, refused, effects.size(), lost, doubled, undue, expected, balanceFound);
    }

    /** Whether every intention has happened once, or was refused and has not. */
    boolean holds() {
        return lost == 0 && doubled == 0 && undue == 0 && balanceExpected == balanceFound;
    }
}
