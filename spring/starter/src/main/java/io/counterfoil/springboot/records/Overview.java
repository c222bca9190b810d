package io.counterfoil.springboot.records;

import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.directory.RecordPage;
import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.idempotency.maintenance.Purge;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The state of a store in a few numbers. */
public final class Overview {

    /** How many records are counted: who has more has enough to do. */
    public static final int MOST_COUNTED = 100;

    private Overview() {}

    /**
     * {@return how many outcomes are unknown, counted up to {@value #MOST_COUNTED}, as an object of JSON}
     *
     * @param directory of the records
     */
    public static Map<String, Object> unknown(RecordDirectory directory) {
        return count(directory, RecordState.UNKNOWN);
    }

    /**
     * {@return how many records are in a state, counted up to {@value #MOST_COUNTED}, and when the oldest of them was received, as an object of JSON}
     *
     * @param directory of the records
     * @param state the state
     */
    public static Map<String, Object> count(RecordDirectory directory, RecordState state) {
        RecordPage page = directory.list(RecordQuery.ALL.in(state).atMost(MOST_COUNTED));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("count", page.entries().size());
        json.put("more", page.next().isPresent());
        page.entries().stream()
                .findFirst()
                .ifPresent(oldest ->
                        json.put("oldestReceived", oldest.firstReceived().toString()));
        return json;
    }

    /**
     * {@return whether the last round of the purge failed, as an object of JSON}
     *
     * @param purge the application's purge
     */
    public static Map<String, Object> purge(Purge purge) {
        Optional<RuntimeException> failure = purge.failure();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("failing", failure.isPresent());
        failure.ifPresent(why -> json.put("failure", String.valueOf(why.getMessage())));
        return json;
    }
}
