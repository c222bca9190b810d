package io.counterfoil.springconsole.duplicate;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts duplicates and mismatches in this process: by operation and minute, for {@value MinuteCounts#MINUTES} minutes and the first
 * {@value #MOST_OPERATIONS} operations; those of further ones are counted together. Thread-safe.
 */
public final class DuplicateWatch implements IdempotencyListener {

    /** The maximum number of operations that are counted separately. */
    public static final int MOST_OPERATIONS = 100;

    /** Under which name those of further operations are counted. */
    static final String OTHERS = "other operations";

    private final Map<String, MinuteCounts> operations = new ConcurrentHashMap<>();
    private final InstantSource clock;
    private final Instant start;

    /**
     * Makes a watch that counts from now on.
     *
     * @param clock gives the minutes
     */
    public DuplicateWatch(InstantSource clock) {
        this.clock = clock;
        this.start = clock.instant();
    }

    @Override
    public void on(IdempotencyEvent event) {
        if (event instanceof IdempotencyEvent.Executed executed) {
            add(executed.request(), CountedOutcome.EXECUTED);
        } else if (event instanceof IdempotencyEvent.Replayed replayed) {
            add(replayed.request(), CountedOutcome.REPLAYED);
        } else if (event instanceof IdempotencyEvent.Rejected rejected) {
            boolean mismatch = rejected.outcome() instanceof Outcome.PayloadMismatch<?>;
            add(rejected.request(), mismatch ? CountedOutcome.MISMATCH : CountedOutcome.REJECTED);
        }
    }

    private void add(KeyedRequest request, CountedOutcome kind) {
        countsOf(request.key().operation().value()).add(kind, minute());
    }

    /** The limit can be exceeded by a few when several new operations arrive concurrently. */
    private MinuteCounts countsOf(String operation) {
        MinuteCounts known = operations.get(operation);
        if (known != null) {
            return known;
        }
        String name = operations.size() < MOST_OPERATIONS ? operation : OTHERS;
        return operations.computeIfAbsent(name, first -> new MinuteCounts());
    }

    private long minute() {
        return clock.instant().getEpochSecond() / 60;
    }

    /** Since when, the current minute, and for each operation the minutes in which anything happened. */
    Map<String, Object> json() {
        long now = minute();
        List<Map<String, Object>> counted = new ArrayList<>();
        operations.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(operation -> {
            List<List<Long>> minutes = operation.getValue().since(now);
            if (!minutes.isEmpty()) {
                counted.add(Map.of("operation", operation.getKey(), "minutes", minutes));
            }
        });
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("since", start.toString());
        json.put("minute", now);
        json.put("kept", MinuteCounts.MINUTES);
        json.put("operations", counted);
        return json;
    }
}
