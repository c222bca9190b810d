package io.counterfoil.jdbc.crash;

import java.sql.SQLException;
import java.util.List;

/**
 * Sees every intention to its answer, as a client and an operator would together.
 *
 * @param heir who carries it out
 * @param audit is told where the answers do not hold together
 */
record TakeUp(Site site, Heir heir, Audit audit) {

    /**
     * Sees an intention to its answer: one whose outcome is unknown stays so until it is resolved, and whatever the answer is,
     * it stays the answer.
     *
     * @param outcome what the heir was told at first
     * @return the answer
     */
    String settle(String intention, Setting setting, String outcome) throws SQLException, InterruptedException {
        String settled = outcome.equals("UNKNOWN") ? resolve(intention, setting) : outcome;
        String again = heir.execute(intention, setting);
        if (!again.equals("REPLAYED " + answer(settled))) {
            audit.fault("%s %s: answered %s, then %s".formatted(setting, intention, settled, again));
        }
        return answer(settled);
    }

    private String resolve(String intention, Setting setting) throws SQLException, InterruptedException {
        String still = heir.execute(intention, setting);
        if (setting != Setting.UNKNOWN || !still.equals("UNKNOWN")) {
            audit.fault("%s %s: UNKNOWN, then %s".formatted(setting, intention, still));
        }
        List<String> effects = site.effects(setting).of(intention);
        boolean resolved = effects.isEmpty() ? heir.didNotHappen(intention) : heir.happened(intention, effects.get(0));
        if (!resolved) {
            audit.fault("%s %s could not be resolved".formatted(setting, intention));
        }
        return heir.execute(intention, setting);
    }

    /** The answer in an outcome. */
    static String answer(String outcome) {
        return outcome.substring(outcome.indexOf(' ') + 1);
    }
}
