package io.counterfoil.springconsole.duplicate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What happened to the requests of one operation, by the minute, for the last {@value #MINUTES} minutes. Thread-safe. */
final class MinuteCounts {

    /** How many minutes are kept. */
    static final int MINUTES = 180;

    private final long[] minutes = new long[MINUTES];
    private final Map<CountedOutcome, long[]> counts = new EnumMap<>(CountedOutcome.class);

    MinuteCounts() {
        for (CountedOutcome kind : CountedOutcome.values()) {
            counts.put(kind, new long[MINUTES]);
        }
    }

    /** @param minute since 1970 */
    synchronized void add(CountedOutcome kind, long minute) {
        int slot = (int) (minute % MINUTES);
        if (minutes[slot] != minute) {
            minutes[slot] = minute;
            counts.values().forEach(each -> each[slot] = 0);
        }
        Objects.requireNonNull(counts.get(kind))[slot]++;
    }

    /**
     * The minutes in which anything happened, the oldest first: each the minute since 1970, and the count of each kind.
     *
     * @param now the current minute since 1970
     */
    synchronized List<List<Long>> since(long now) {
        List<List<Long>> rows = new ArrayList<>();
        for (long minute = now - MINUTES + 1; minute <= now; minute++) {
            int slot = (int) (minute % MINUTES);
            if (minutes[slot] == minute) {
                List<Long> row = new ArrayList<>();
                row.add(minute);
                counts.values().forEach(each -> row.add(each[slot]));
                rows.add(row);
            }
        }
        return rows;
    }
}
