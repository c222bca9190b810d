package io.counterfoil.jdbc.crash;

import io.counterfoil.testkit.soak.Depth;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Looks at what became of each intention once it has its answer, and counts what was lost or doubled, by setting and point.
 * Used by one thread.
 */
final class Audit {

    /** The depth that asks for a recorded run. */
    static final String KILLS = "kills";

    private final Site site;
    private final TreeMap<String, Counts> table = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();

    Audit(Site site) {
        this.site = site;
    }

    /**
     * Looks at an intention.
     *
     * @param point where it was struck
     * @param strikes how often
     * @param before the answer that was given before the strike, where one was
     * @param answer the answer that is given since
     */
    void look(String intention, Setting setting, String point, int strikes, Optional<String> before, String answer)
            throws SQLException {
        Effects effects = site.effects(setting);
        List<String> seen = setting == Setting.FENCED ? effects.standing(intention) : effects.of(intention);
        Counts counts = table.computeIfAbsent(
                "%-13s  %-10s  %-16s".formatted(setting, site.product(), point), row -> new Counts());
        counts.strikes += strikes;
        String what = "%s %s at %s: answered %s and then %s, effects %s"
                .formatted(setting, intention, point, before, answer, seen);
        if (!seen.contains(answer)) {
            counts.lost++;
            faults.add("lost: " + what);
        }
        if (seen.size() > 1 && setting == Setting.RERUN && seen.size() <= 1 + strikes) {
            counts.repeated++;
        } else if (seen.size() > 1) {
            counts.doubled++;
            faults.add("doubled: " + what);
        }
        if (before.filter(given -> !given.equals(answer)).isPresent()) {
            faults.add("answered in two ways: " + what);
        }
        int records = site.records(intention);
        if (records != 1) {
            faults.add(records + " records: " + what);
        }
    }

    /** Adds what somebody else has seen to be wrong. */
    void fault(String what) {
        faults.add(what);
    }

    /** What was wrong. */
    List<String> faults() {
        return List.copyOf(faults);
    }

    /** Adds to the soak's table, and prints this one where a recorded run was asked for. */
    void print(String ofWhat) {
        Depth.report(
                "lost", table.values().stream().mapToLong(counts -> counts.lost).sum());
        Depth.report(
                "doubled",
                table.values().stream().mapToLong(counts -> counts.doubled).sum());
        if (Depth.of(KILLS, 0) > 0) {
            System.out.printf("%n%s%n%s%n", ofWhat, this);
        }
    }

    /** A line for each setting and point. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("%-13s  %-10s  %-16s %7s %7s %7s %9s%n"
                .formatted("mode", "database", "point", "strikes", "lost", "doubled", "repeated*"));
        table.forEach((row, counts) -> text.append(row).append(counts).append(System.lineSeparator()));
        return text.append("* run again, as the policy RERUN says").toString();
    }

    private static final class Counts {

        private int strikes;
        private int lost;
        private int doubled;
        private int repeated;

        @Override
        public String toString() {
            return " %7s %7s %7s %9s".formatted(strikes, lost, doubled, repeated);
        }
    }
}
